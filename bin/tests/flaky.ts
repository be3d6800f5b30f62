import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedFiles } from './changed-files.ts';
import type { Failure } from './count-tests.ts';
import { journeys, type Result, runPart } from './parts.ts';

interface Flaky extends Failure {
  date: string;
}

const MAX_DAYS = 14;
const MAX_KNOWN = 5;
const RERUNS = 2;
const DAY_MS = 24 * 60 * 60 * 1_000;

export function knownFlaky(): Flaky[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../tests/flaky.json'), 'utf8'));
}

/** Runs failed journeys alone, twice. What passes is FLAKY and no failure, unless the change touches it. */
export async function rerunFailures(result: Result, project: string): Promise<{ result: Result; flaky: Failure[] }> {
  const changed = changedFiles();
  const flaky: Failure[] = [];
  for (const failure of result.failures) {
    if (changed.includes(failure.file) || !(await passesAlone(failure, project))) continue;
    console.log(`FLAKY ${failure.file}: ${failure.title}`);
    flaky.push(failure);
  }
  return {
    result: {
      ...result,
      passed: result.passed + flaky.length,
      failed: result.failed - flaky.length,
      failures: result.failures.filter((failure) => !flaky.includes(failure)),
    },
    flaky,
  };
}

async function passesAlone({ file, title }: Failure, project: string): Promise<boolean> {
  const exact = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const alone = journeys(`again: ${title}`, project, file, `--grep=${exact}`, '--workers=1', `--repeat-each=${RERUNS}`);
  const { passed, failed } = await runPart(alone);
  return passed >= RERUNS && failed === 0;
}

/** The faults of the list after a run. @param found the flaky journeys of the run */
export function faultsOfList(
  known: readonly Flaky[],
  found: readonly Failure[],
  changed: readonly string[],
  today = new Date(),
): string[] {
  const isKnown = ({ file, title }: Failure) => known.some((each) => each.file === file && each.title === title);
  const all = known.length + found.filter((failure) => !isKnown(failure)).length;
  const old = known.filter(({ date }) => today.getTime() - new Date(date).getTime() > MAX_DAYS * DAY_MS);
  const touched = known.filter(({ file }) => changed.includes(file));
  return [
    ...touched.map(({ file, title }) => `${file} has changed, and ${title} is still in tests/flaky.json: mend it`),
    ...old.map(({ file, title, date }) => `${file}: ${title} is in tests/flaky.json since ${date}: mend it`),
    ...(all > MAX_KNOWN ? [`${all} journeys are flaky, more than ${MAX_KNOWN}: mend some`] : []),
  ];
}
