/** `npm run test:faults`: runs the fault tests. At the end it prints how many faults they made, and what was lost. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Count } from '#tests/faults/support/report-count.ts';
import { describeFailure, tallyOf } from './count-tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'moodring-faults-'));
const [report, counts] = [join(folder, 'report.json'), join(folder, 'counts')];

const { status } = spawnSync(
  'vitest',
  [
    'run',
    '--config=tests/faults/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ],
  { stdio: 'inherit', env: { ...process.env, FAULTS_COUNTS: counts } },
);
printCounts(
  existsSync(counts)
    ? readFileSync(counts, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [],
);
// In CI no test may be skipped. Elsewhere mounting a disk needs root, and setting a clock needs libfaketime.
const tally = existsSync(report)
  ? tallyOf(JSON.parse(readFileSync(report, 'utf8')), Boolean(process.env.CI))
  : { passed: 0, failed: 0, failures: [] };
// A run that ends badly without a failed test counts as one failure.
if (status !== 0 && tally.failed === 0) {
  tally.failed = 1;
  tally.failures.push({ file: 'the fault tests', title: 'see above', reason: '' });
}
rmSync(folder, { recursive: true });

// `npm run test:all` reads the tally from the file and adds it to its own.
if (process.env.FAULTS_REPORT) writeFileSync(process.env.FAULTS_REPORT, JSON.stringify(tally));
else {
  for (const failure of tally.failures) console.log(describeFailure(failure));
  console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
}
process.exit(tally.failed > 0 ? 1 : 0);

function printCounts(all: Count[]): void {
  console.log(`\n${'tries'.padStart(9)}${'faults'.padStart(9)}${'losses'.padStart(9)}${'doubled'.padStart(9)}`);
  for (const { what, tries, faults, losses, doubled } of all.toSorted((one, other) =>
    one.what.localeCompare(other.what),
  )) {
    const figures = [tries, faults, losses, doubled ?? ''].map((figure) => String(figure).padStart(9)).join('');
    console.log(`${figures}  ${what}`);
  }
}
