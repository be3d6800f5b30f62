/** `npm test`, with `all` `npm run test:all`, with `faults` `npm run test:faults`; CI runs it with `ci`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFirefox } from '#tests/support/browser/find-firefox.ts';
import { removePseudoLanguage } from '#tests/walks/pseudo-language/pseudo-language.ts';
import { burnInDelivery } from './burn-in.ts';
import { changedFiles } from './changed-files.ts';
import type { Failure } from './count-tests.ts';
import { faultsOfList, knownFlaky, rerunFailures } from './flaky.ts';
import { DAILY, FAULTS, type Part, REST, type Result, runPart, runParts } from './parts.ts';
import { printSummary } from './summary.ts';

const BURN_IN_SECONDS = 300;
/** No part begins after this: CI ends a run after 90 minutes. */
const LATEST_START_SECONDS = 3_600;

const SUITES: Record<string, () => Promise<Result[]>> = {
  daily: () => runParts(DAILY),
  all: runRest,
  faults: () => runParts([FAULTS]),
  ci: runForCi,
};

removePseudoLanguage();
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

/** A journey of the last part that fails and then passes alone, twice, is printed as FLAKY and no failure. */
async function runForCi(): Promise<Result[]> {
  if (!findFirefox()) throw new Error('Journeys run in Firefox too, and there is none.');
  const results = await runParts(DAILY);
  const changed = await burnInDelivery(BURN_IN_SECONDS);
  if (changed) results.push(changed);

  const flaky: Failure[] = [];
  for (const part of REST)
    if (performance.now() / 1_000 < LATEST_START_SECONDS) results.push(await runLast(part, flaky));
    else results.push(failed(part.name, 'not run, as it is late'));

  for (const fault of faultsOfList(knownFlaky(), flaky, changedFiles()))
    results.push(failed('tests/flaky.json', fault));
  return results;
}

function failed(file: string, title: string): Result {
  return { name: file, seconds: 0, passed: 0, failed: 1, failures: [{ file, title, reason: '' }] };
}

async function runLast(part: Part, flaky: Failure[]): Promise<Result> {
  const first = await runPart(part);
  if (!part.project || first.failed === 0) return first;
  const again = await rerunFailures(first, part.project);
  flaky.push(...again.flaky);
  return again.result;
}
