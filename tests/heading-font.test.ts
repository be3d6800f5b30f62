import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const WEB = join(import.meta.dirname, '../web');
const FONTS = globSync('public/assets/newsreader-*.woff2', { cwd: WEB }).map((path) => ({
  name: path.split('/').at(-1)!,
  bytes: readFileSync(join(WEB, path)),
}));

test('the font of headings has at most 20 KB, and a second file only for rarer letters', () => {
  expect(FONTS).toHaveLength(2);
  for (const { name, bytes } of FONTS) expect(bytes.length, name).toBeLessThanOrEqual(20_000);
});

test('each font has the hash of its bytes in its name, because browsers keep it for good', () => {
  for (const { name, bytes } of FONTS)
    expect(name).toContain(`-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.woff2`);
});

test('the styles name the fonts that there are', () => {
  const named = readFileSync(join(WEB, 'ui/look.css'), 'utf8').match(/newsreader-[\w-]+\.woff2/g);
  expect(named!.sort()).toEqual(FONTS.map(({ name }) => name).sort());
});
