/**
 * `npm test`; with `all` it is `npm run test:all`, with `faults` `npm run test:faults`, with `ci` all and the burn-in. Runs the
 * parts of the suite, and prints where the time went and how many tests passed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFirefox } from '#tests/support/browser/find-firefox.ts';
import { runForCi } from './ci.ts';
import { DAILY, FAULTS, REST, type Result, runParts } from './parts.ts';
import { printSummary } from './summary.ts';

const SUITES: Record<string, () => Promise<Result[]>> = {
  daily: () => runParts(DAILY),
  all: runRest,
  faults: () => runParts([FAULTS]),
  ci: runForCi,
};

const suite = process.argv[2] ?? 'daily';
const run = SUITES[suite];
if (!run) throw new Error(`There is no suite '${suite}': ${Object.keys(SUITES).join(', ')}.`);
const preparation = { name: 'installation and build', passed: 0, failed: 0, failures: [] };
const seconds = Number(readFileSync(join(import.meta.dirname, '../../node_modules/.prepare-seconds'), 'utf8'));
process.exit(printSummary([{ ...preparation, seconds }, ...(await run())]));

async function runRest(): Promise<Result[]> {
  if (findFirefox()) return runParts(REST);
  console.log('No Firefox was found (FIREFOX_PATH, PATH): no journey runs in it.');
  return runParts(REST.filter(({ project }) => project !== 'firefox'));
}
