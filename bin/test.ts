/**
 * `npm test`: every check of the project, one after the other, and at the end how many passed. With `--faults`, as in CI,
 * what `npm run test:faults` does is among them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '#fixtures/chromium.ts';
import { findFirefox } from '#tests/support/browser/find-firefox.ts';
import { type Tally, tallyOf } from './count-tests.ts';

const reports = mkdtempSync(join(tmpdir(), 'moodring-reports-'));
const unit = join(reports, 'unit.json');
const journeys = join(reports, 'journeys.json');
const faults = join(reports, 'faults.json');

const firefox = findFirefox();
// CI installs it, and must not pass without.
if (!firefox && process.env.CI) throw new Error('The journeys run in Firefox too, and there is none.');

const tallies: Tally[] = [
  check('style', 'biome', ['check', '.']),
  check('types', 'tsc', ['-p', '.']),
  check('dead code', 'knip', ['--no-progress']),
  suite(
    'unit and integration tests',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`],
    () => tallyOf(read(unit), true),
  ),
  suite(firefox ? 'journeys in Chromium and Firefox' : 'journeys in Chromium', 'playwright', ['test'], () => {
    const { stats } = read(journeys);
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped };
  }),
  ...(process.argv.includes('--faults')
    ? [suite('faults', 'node', ['bin/test-faults.ts', faults], () => read(faults))]
    : []),
];
rmSync(reports, { recursive: true });

if (!firefox) console.log('\nNo Firefox was found (FIREFOX_PATH, PATH): the journeys ran in Chromium alone.');
const passed = sum(tallies.map((tally) => tally.passed));
const failed = sum(tallies.map((tally) => tally.failed));
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** A check that passes or fails as one. */
function check(name: string, command: string, args: string[]): Tally {
  const ok = run(name, command, args);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

/** A suite that counts its tests; one that ends badly without a failed test counts as one failure. */
function suite(name: string, command: string, args: string[], count: () => Tally): Tally {
  const ok = run(name, command, args);
  try {
    const tally = count();
    return ok || tally.failed > 0 ? tally : { ...tally, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function run(name: string, command: string, args: string[]): boolean {
  console.log(`\n— ${name}`);
  const env = {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: journeys,
    CHROMIUM_PATH: command === 'playwright' ? findChromium() : '',
  };
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0;
}

function read(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
