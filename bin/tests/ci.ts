import { findFirefox } from '#tests/support/browser/find-firefox.ts';
import { burnInDelivery } from './burn-in.ts';
import { changedFiles } from './changed-files.ts';
import type { Failure } from './count-tests.ts';
import { faultsOfList, knownFlaky, rerunFailures } from './flaky.ts';
import { DAILY, type Part, REST, type Result, runPart, runParts } from './parts.ts';

const BURN_IN_SECONDS = 300;
/** No part begins after this: CI ends a run after 90 minutes. */
const LATEST_START_SECONDS = 3_600;

/**
 * `npm test -- ci`: what `npm test` runs, the burn-in of what changed, and `npm run test:all`. Nothing is repeated, except that
 * a journey of the last part that fails and then passes alone, twice, is printed as FLAKY.
 */
export async function runForCi(): Promise<Result[]> {
  if (!findFirefox()) throw new Error('Journeys run in Firefox too, and there is none.');
  const results = await runParts(DAILY);
  const changed = await burnInDelivery(BURN_IN_SECONDS);
  if (changed) results.push(changed);

  const flaky: Failure[] = [];
  for (const part of REST)
    if (performance.now() / 1_000 < LATEST_START_SECONDS) results.push(await runRest(part, flaky));
    else results.push(failed(part.name, 'not run, as it is late'));

  for (const fault of faultsOfList(knownFlaky(), flaky, changedFiles()))
    results.push(failed('tests/flaky.json', fault));
  return results;
}

function failed(file: string, title: string): Result {
  return { name: file, seconds: 0, passed: 0, failed: 1, failures: [{ file, title, reason: '' }] };
}

/** @param flaky gets what fails and then passes */
async function runRest(part: Part, flaky: Failure[]): Promise<Result> {
  const first = await runPart(part);
  if (!part.project || first.failed === 0) return first;
  const again = await rerunFailures(first, part.project);
  flaky.push(...again.flaky);
  return again.result;
}
