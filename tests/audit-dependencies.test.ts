import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { auditProduction } from '../bin/audit-dependencies.ts';

const cache = mkdtempSync(join(tmpdir(), 'moodring-npm-'));
afterAll(() => rmSync(cache, { recursive: true }));

/** What npm makes of a registry that answers like this. */
async function auditBy(answer: RequestListener) {
  const registry = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((listening) => registry.once('listening', listening));
  const { port } = registry.address() as AddressInfo;
  try {
    return await auditProduction([`--registry=http://127.0.0.1:${port}`, `--cache=${cache}`, '--fetch-timeout=1000']);
  } finally {
    registry.closeAllConnections();
    registry.close();
  }
}

test('no hole is known in what runs in production, as far as the registry can be asked', async () => {
  const audit = await auditProduction();
  if ('notAsked' in audit) console.log(`npm audit could not be asked: ${audit.notAsked}`);
  else expect(audit.holes).toEqual([]);
});

test('a hole in what runs in production is found, one in what only builds and tests it is not', async () => {
  const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'));
  const holes = { 'libphonenumber-js': 'high', knip: 'critical' };
  const asked: string[] = [];
  const audit = await auditBy(async (request, response) => {
    const answer = (body: unknown) => response.end(JSON.stringify(body));
    if (request.method === 'POST') {
      asked.push(...Object.keys(await readJson(request)));
      const known = Object.entries(holes).filter(([name]) => asked.includes(name));
      answer(Object.fromEntries(known.map(([name, severity], id) => [name, [advisory(id, severity)]])));
    } else {
      const name = request.url!.slice(1);
      const { version } = packages[`node_modules/${name}`];
      answer({ name, versions: { [version]: { name, version, dist: {} } } });
    }
  });
  expect(asked).toContain('better-auth');
  expect(audit).toEqual({ holes: ['libphonenumber-js: high'] });
});

test.each<[string, RequestListener, RegExp]>([
  ['refuses', (_, response) => response.writeHead(405).end(), /^405 Method Not Allowed/],
  ['never answers', () => {}, /./],
  ['breaks off', (_, response) => response.socket?.destroy(), /^request to .* failed/],
  ['answers with what is no report', (_, response) => response.end('<html>'), /./],
])('a registry that %s is no clean bill: it says that it could not be asked', async (_, answer, words) => {
  expect(await auditBy(answer)).toEqual({ notAsked: expect.stringMatching(words) });
});

const advisory = (id: number, severity: string) => ({
  id,
  url: `https://example.com/${id}`,
  title: 'A hole',
  severity,
  vulnerable_versions: '<1000',
  cwe: [],
  cvss: { score: 0, vectorString: null },
});

function readJson(request: IncomingMessage): Promise<Record<string, string[]>> {
  const isZipped = request.headers['content-encoding'] === 'gzip';
  return json(isZipped ? request.pipe(createGunzip()) : request) as Promise<Record<string, string[]>>;
}
