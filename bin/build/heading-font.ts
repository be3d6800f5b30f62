/**
 * `node bin/build/heading-font.ts` creates the font of the headings in `web/public/assets/`: Newsreader in one weight, cut down to
 * the letters that headings need. Run it again after an update of the font, and put the printed names into `web/styles.css`,
 * `web/public/help.css` and `web/index.html`.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const SOURCE = join(import.meta.dirname, '../../node_modules/@fontsource-variable/newsreader/files');
const FOLDER = join(import.meta.dirname, '../../web/public/assets');

/** Semibold, drawn for sizes of headings: `opsz` is in points. */
const AXES = { wght: 600, opsz: 28 };

const range = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** Browsers load the second file only when a heading has one of its letters: in a friend's name. */
const PARTS = {
  latin: `${range(0x20, 0x7e)}${range(0xc0, 0xff)}·¡¿‘’“”–—…`,
  'latin-ext': `${range(0x100, 0x17f)}ȘșȚțẞ`,
};

mkdirSync(FOLDER, { recursive: true });
for (const old of globSync('newsreader-*.woff2', { cwd: FOLDER })) rmSync(join(FOLDER, old));
for (const [part, letters] of Object.entries(PARTS)) {
  const whole = readFileSync(join(SOURCE, `newsreader-${part}-opsz-normal.woff2`));
  const font = await subsetFont(whole, letters, { targetFormat: 'woff2', variationAxes: AXES });
  // The hash in the name lets browsers keep the file for good.
  const name = `newsreader-${part}-${createHash('sha256').update(font).digest('hex').slice(0, 8)}.woff2`;
  writeFileSync(join(FOLDER, name), font);
  console.log(`${name}: ${(font.length / 1000).toFixed(1)} KB`);
}
