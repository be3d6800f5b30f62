/** `npm run test:burn-in [COMMIT]`: the changed tests ten times, in a slow browser beside two busy loops. */
import { spawn } from 'node:child_process';
import { changedFiles } from './changed-files.ts';
import { journeys, type Part, type Result, runPart, vitest } from './parts.ts';
import { printSummary } from './summary.ts';

const ROUNDS = 10;
const BUSY_LOOPS = 2;
/** Ends with this process, however it ends. */
const BUSY_LOOP = 'const parent = process.ppid; while (process.ppid === parent);';
/** For `openContext`, which slows each page by it, and for the patience of journeys. */
const SLOWED = { SLOW_BROWSER: '4' };
/** The files of one run. Short runs end near the end of the time. */
const FILES = { vitest: 10, journeys: 2 };

/** CI has no time to run each of more files even once beside the loops, and one run shows no race. */
const MAX_FILES_IN_CI = 40;

/** @returns undefined when no test changed, or too many did */
export async function burnInDelivery(maxSeconds: number): Promise<Result | undefined> {
  const changed = changedFiles();
  const { length } = changed.filter((file) => isTest(file) || isJourney(file));
  if (length <= MAX_FILES_IN_CI) return burnIn(changed, maxSeconds);
  console.log(`\n${length} files of tests have changed, too many for a burn-in here.`);
  return;
}

/** Runs the changed tests in a random order. @returns undefined when none changed */
async function burnIn(changed: readonly string[], maxSeconds: number): Promise<Result | undefined> {
  const parts = partsOf(changed);
  if (parts.length === 0) return;
  const busy = Array.from({ length: BUSY_LOOPS }, () => spawn(process.execPath, ['-e', BUSY_LOOP]));
  const total: Result = { name: '', seconds: 0, passed: 0, failed: 0, failures: [] };
  let runs = 0;
  try {
    for (let round = 1; round <= ROUNDS; round += 1)
      for (const part of parts) {
        if (total.seconds > maxSeconds) break;
        add(await runPart({ ...part, name: `burn-in, round ${round}: ${part.name}` }), total);
        runs += 1;
      }
  } finally {
    for (const loop of busy) loop.kill();
  }
  return { ...total, name: `burn-in, ${(runs / parts.length).toFixed(1)} of ${ROUNDS} rounds` };
}

function add(result: Result, total: Result): void {
  total.seconds += result.seconds;
  total.passed += result.passed;
  total.failed += result.failed;
  total.failures.push(...result.failures);
}

function partsOf(changed: readonly string[]): Part[] {
  const parts = [
    ...inRuns(changed.filter(isTest), FILES.vitest).map((files) => vitest(files.join(' '), ...files)),
    ...inRuns(changed.filter(isJourney), FILES.journeys).map((files) => ({
      ...journeys(files.join(' '), 'core', '--project=more', '--pass-with-no-tests', ...files),
      env: SLOWED,
    })),
  ];
  return parts.toSorted(() => Math.random() - 0.5);
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file) && !file.startsWith('tests/faults/');
const isJourney = (file: string) => file.endsWith('.journey.ts');

function inRuns(files: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(files.length / size) }, (_, run) => files.slice(run * size, (run + 1) * size));
}

if (import.meta.main) {
  const result = await burnIn(changedFiles(process.argv[2]), Number.POSITIVE_INFINITY);
  process.exit(result ? printSummary([result]) : 0);
}
