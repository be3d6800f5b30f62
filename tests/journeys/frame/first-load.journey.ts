import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '#tests/support/browser/journey.ts';
import { screensOfRoutes } from '../../../bin/build/screens-of-routes.ts';

const FIRST_LOAD_MAX_BYTES = 100_000;
const ROUTES = screensOfRoutes(readFileSync(join(import.meta.dirname, '../../../web/routes.tsx'), 'utf8'));

test('no screen’s page names more than 100 KB of scripts', async ({ signUp, guest, app }) => {
  const people = [await guest(), await signUp('Ada', 'Lovelace')];
  const sizes = new Map<string, number>();
  const sizeOf = async (script: string) => {
    const source = await (await fetch(app.url + script)).bytes();
    sizes.set(script, gzipSync(source, { level: 9 }).byteLength);
    return sizes.get(script)!;
  };
  for (const { path } of ROUTES) {
    for (const { context } of people) {
      const page = await (await context.request.get(path.replace(':connect', crypto.randomUUID()))).text();
      const head = page.slice(0, page.indexOf('</head>'));
      const scripts = head.match(/(?<=(?:src|href)=")[^"]+\.js/g) ?? [];
      expect(scripts.length, path).toBeGreaterThan(1);
      let total = 0;
      for (const script of scripts) total += sizes.get(script) ?? (await sizeOf(script));
      expect(total, `${path}: ${scripts}`).toBeLessThanOrEqual(FIRST_LOAD_MAX_BYTES);
    }
  }
});
