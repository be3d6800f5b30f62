import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The number of passed and failed tests of a suite. */
export interface Tally {
  passed: number;
  failed: number;
  /** What failed, each with the first lines of why. */
  failures: string[];
}

/** The parts of Vitest's JSON report that are read here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message?: string;
    status?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

/** The parts of Playwright's JSON report that are read here. */
interface JourneysReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: JourneySuite[];
}

interface JourneySuite {
  suites?: JourneySuite[];
  specs: {
    title: string;
    file: string;
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[];
  }[];
}

/**
 * Counts the tests of a Vitest run, and prints the skipped ones; their names say why.
 * @param skipsFail counts skipped tests as failed, for runs in which every test has to run
 */
export function tallyOf({ numPassedTests, numFailedTests, testResults }: Report, skipsFail: boolean): Tally {
  const skipped = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed');
  for (const { fullName } of skipped) console.log(`${skipsFail ? 'failed, as it was ' : ''}skipped: ${fullName}`);
  const failures = testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = relative('', name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that cannot be loaded has no tests.
    if (status === 'failed' && failed.length === 0) return [failure(file, message)];
    return failed.map(({ fullName, failureMessages }) => failure(`${file}: ${fullName}`, failureMessages?.[0]));
  });
  return { passed: numPassedTests, failed: numFailedTests + (skipsFail ? skipped.length : 0), failures };
}

/** Counts the tests of a Playwright run. A test that passed only when it was repeated counts as failed. */
export function tallyOfJourneys({ stats, suites }: JourneysReport): Tally {
  const specs = (suite: JourneySuite): JourneySuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specs),
  ];
  const failures = suites
    .flatMap(specs)
    .flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status !== 'expected')
        .map(({ projectName, results }) =>
          failure(`${file} (${projectName}): ${title}`, results.find(({ error }) => error)?.error?.message),
        ),
    );
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped, failures };
}

/** Enough for the difference between two short values. */
const REASON_LINES = 12;
/** Too short for a long value. */
const LONGEST_LINE = 300;

function failure(what: string, reason = ''): string {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() && !/^ +at /.test(line))
    .slice(0, REASON_LINES);
  return [what, ...lines.map((line) => `    ${line.slice(0, LONGEST_LINE)}`)].join('\n');
}
