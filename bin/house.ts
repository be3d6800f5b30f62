/** `npm run house`: the size of the project beside its limits. It fails above one, and is a part of `npm test`. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FILES = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && file !== 'package-lock.json');

const CODE = /\.(?:tsx?|mjs|js|css|html|sql|sh)$/;
const TEST = /\.test\.|\.journey\.|^(?:tests|fixtures)\//;
const product = FILES.filter((file) => CODE.test(file) && !TEST.test(file));
const inFolder = (...folders: string[]) => product.filter((file) => folders.some((folder) => file.startsWith(folder)));

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const countLines = (files: string[]) => files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
const countWords = (files: string[]) =>
  files.reduce((sum, file) => sum + read(file).split(/\s+/).filter(Boolean).length, 0);

const COMMENT = /^\s*(?:\/\/|\/\*|\*)/;
function percentOfComments(files: string[]): number {
  const lines = files.flatMap((file) => read(file).split('\n'));
  return Math.round((1_000 * lines.filter((line) => COMMENT.test(line)).length) / lines.length) / 10;
}

function countFullestFolder(): number {
  const counts = new Map<string, number>();
  for (const file of product) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return Math.max(...counts.values());
}

const telling = ['texts', 'push', 'asks', 'consent', 'moods', 'causes', 'deliveries'].map(
  (name) => `server/features/${name}/`,
);

/** Each with its size now and its limit. A commit that raises a limit says why. */
const MEASURES: [what: string, now: number, limit: number][] = [
  ['lines of product code', countLines(product), 46_550],
  ['lines of the server', countLines(inFolder('server/')), 22_575],
  ['lines of the server that tell friends', countLines(inFolder(...telling)), 6_145],
  ['lines of web', countLines(inFolder('web/')), 17_740],
  ['lines of bench and bin', countLines(inFolder('bench/', 'bin/')), 4_510],
  ['lines of tests and fixtures', countLines(FILES.filter((file) => CODE.test(file) && TEST.test(file))), 43_620],
  ['words of documents', countWords(FILES.filter((file) => file.endsWith('.md'))), 17_825],
  ['percent of comment lines on the server', percentOfComments(inFolder('server/')), 8],
  ['files in the fullest folder', countFullestFolder(), 19],
];

for (const [what, now, limit] of MEASURES) {
  console.log(`${String(now).padStart(8)} ${what}, at most ${limit}${now > limit ? ': TOO MUCH' : ''}`);
}
if (MEASURES.some(([, now, limit]) => now > limit)) process.exitCode = 1;
