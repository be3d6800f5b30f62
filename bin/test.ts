/**
 * `npm test`: all checks of the project, and at the end how many passed. With `--faults`, as in CI, also the tests of
 * `npm run test:faults`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, findHeadlessShell } from '#fixtures/chromium.ts';
import { findFirefox } from '#tests/support/browser/find-firefox.ts';
import { type Tally, tallyOf, tallyOfJourneys } from './count-tests.ts';

interface Step {
  name: string;
  command: string;
  args: string[];
  /** Counts the step's tests from its report. Without it the step passes or fails as one. */
  count?: () => Tally;
}

const reports = mkdtempSync(join(tmpdir(), 'moodring-reports-'));
const unit = join(reports, 'unit.json');
const journeys = join(reports, 'journeys.json');
const faults = join(reports, 'faults.json');

const firefox = findFirefox();
// CI installs Firefox; without it the run would pass with fewer tests.
if (!firefox && process.env.CI) throw new Error('The journeys run in Firefox too, and there is none.');

const tests: Step[] = [
  {
    name: 'unit and integration tests',
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`],
    count: () => tallyOf(read(unit), true),
  },
  {
    name: firefox ? 'journeys in Chromium and Firefox' : 'journeys in Chromium',
    command: 'playwright',
    args: ['test'],
    count: () => tallyOfJourneys(read(journeys)),
  },
];
const checks: Step[] = [
  { name: 'style', command: 'biome', args: ['check', '.'] },
  { name: 'types', command: 'tsc', args: ['-p', '.'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
];
const faultTests: Step[] = process.argv.includes('--faults')
  ? [{ name: 'faults', command: 'node', args: ['bin/test-faults.ts', faults], count: () => read(faults) }]
  : [];

const tallies: Tally[] = [];
for (const step of [...checks, ...tests, ...faultTests]) tallies.push(await run(step));
rmSync(reports, { recursive: true });

if (!firefox) console.log('\nNo Firefox was found (FIREFOX_PATH, PATH): the journeys ran in Chromium alone.');
// Once more at the end, where people and programs look first.
const failures = tallies.flatMap((tally) => tally.failures);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
const passed = sum(tallies.map((tally) => tally.passed));
const failed = sum(tallies.map((tally) => tally.failed));
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

async function run({ name, command, args, count }: Step): Promise<Tally> {
  console.log(`\n— ${name}`);
  const env: NodeJS.ProcessEnv = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: journeys };
  if (command === 'playwright') env.CHROMIUM_PATH = findHeadlessShell() ?? findChromium();
  const [code] = await once(spawn(command, args, { stdio: 'inherit', env }), 'close');
  return tallyOfStep(name, code === 0, count);
}

/** A step that ends badly without a failed test counts as one failure. */
function tallyOfStep(name: string, isOk: boolean, count?: () => Tally): Tally {
  const failed = { failed: 1, failures: [`${name}: see above`] };
  if (!count) return isOk ? { passed: 1, failed: 0, failures: [] } : { passed: 0, ...failed };
  try {
    const tally = count();
    return isOk || tally.failed > 0 ? tally : { ...tally, ...failed };
  } catch {
    return { passed: 0, ...failed };
  }
}

function read(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
