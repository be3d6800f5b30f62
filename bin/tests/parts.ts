import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, findHeadlessShell } from '#fixtures/chromium.ts';
import { type Tally, tallyOf, tallyOfJourneys } from './count-tests.ts';

export interface Part {
  name: string;
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  project?: string;
  /** Counts the tests from the command's report. Without it the part passes or fails as one. */
  count?: (report: string) => Tally;
}

export interface Result extends Tally {
  name: string;
  seconds: number;
}

export const DAILY: Part[] = [
  { name: 'style', command: 'biome', args: ['check', '.'] },
  { name: 'types', command: 'tsc', args: ['-p', '.'] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  { name: 'size', command: 'node', args: ['bin/house.ts'] },
  vitest('light tests', '--project=light', '--project=alone', '--project=components'),
  journeys('core journeys', 'core'),
];

/** `npm run test:faults`. It ends with a table of the faults that were made, and of what was lost. */
export const FAULTS = vitest('faults', '--config=tests/faults/vitest.config.ts');

export const REST: Part[] = [
  journeys('walks', 'walks'),
  journeys('walks in a pseudo-language', 'pseudo-language'),
  journeys('journeys in Firefox', 'firefox'),
  vitest('full tests', '--project=full'),
  journeys('more journeys', 'more'),
  FAULTS,
];

export function vitest(name: string, ...args: string[]): Part {
  return {
    name,
    command: 'vitest',
    args: ['run', '--reporter=dot', '--reporter=json', ...args],
    // Elsewhere a test may be skipped: without NATS, without root to mount a disk, without libfaketime to set a clock.
    count: (report) => tallyOf(JSON.parse(report), Boolean(process.env.CI)),
  };
}

export function journeys(name: string, project: string, ...args: string[]): Part {
  return {
    name,
    command: 'playwright',
    args: ['test', `--project=${project}`, ...args],
    project,
    count: (report) => tallyOfJourneys(JSON.parse(report)),
  };
}

export async function runParts(parts: readonly Part[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const part of parts) results.push(await runPart(part));
  return results;
}

/** Runs a part. A part that ends badly without a failed test counts as one failure. */
export async function runPart({ name, command, args, env, project, count }: Part): Promise<Result> {
  console.log(`\n— ${name}`);
  const started = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'moodring-report-'));
  const report = join(folder, 'report.json');
  const child = spawn(command, [...args, ...ownOutput(command, project, report)], {
    stdio: 'inherit',
    env: {
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      ...(command === 'playwright' && { CHROMIUM_PATH: findHeadlessShell() ?? findChromium() }),
      ...env,
    },
  });
  const [code] = await once(child, 'close');
  const tally = tallyOfPart(name, code === 0, count && (() => count(readFileSync(report, 'utf8'))));
  rmSync(folder, { recursive: true });
  return { name, seconds: (performance.now() - started) / 1_000, ...tally };
}

let runs = 0;

/** Playwright empties its folder at a start, so what an earlier run has kept of its failed journeys is elsewhere. */
function ownOutput(command: string, project: string | undefined, report: string): string[] {
  if (command === 'vitest') return [`--outputFile.json=${report}`];
  runs += 1;
  return project ? [`--output=test-results/${runs}-${project}`] : [];
}

function tallyOfPart(name: string, isOk: boolean, count?: () => Tally): Tally {
  const failures = [{ file: name, title: 'see above', reason: '' }];
  if (!count) return isOk ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures };
  try {
    const tally = count();
    if (isOk || tally.failed > 0) return tally;
    return tally.failures.length > 0 ? { ...tally, failed: tally.failures.length } : { ...tally, failed: 1, failures };
  } catch {
    return { passed: 0, failed: 1, failures };
  }
}
