import { dirname, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The number of passed and failed tests of a part of the suite. */
export interface Tally {
  passed: number;
  failed: number;
  failures: Failure[];
}

/** A test that failed, or a part that ended badly without one. */
export interface Failure {
  /** The test's file, as the runner of its part takes it; the part's name if no test failed. */
  file: string;
  title: string;
  /** The first lines of why. */
  reason: string;
  /** A journey's folder with the trace, the screenshots and the server's log. */
  folder?: string;
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
  specs: { title: string; file: string; tests: { status: string; results: JourneyResult[] }[] }[];
}

interface JourneyResult {
  error?: { message?: string };
  attachments?: { path?: string }[];
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
  const failures = testResults.flatMap(({ name, message, status, assertionResults }): Failure[] => {
    const file = relative('', name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that cannot be loaded has no tests.
    if (status === 'failed' && failed.length === 0)
      return [{ file, title: 'the whole file', reason: firstLines(message) }];
    return failed.map((test) => ({ file, title: test.fullName, reason: firstLines(test.failureMessages?.[0]) }));
  });
  return { passed: numPassedTests, failed: numFailedTests + (skipsFail ? skipped.length : 0), failures };
}

/** Counts the tests of a Playwright run. A test that was skipped, or passed only when repeated, counts as failed. */
export function tallyOfJourneys({ stats, suites }: JourneysReport): Tally {
  const specs = (suite: JourneySuite): JourneySuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specs),
  ];
  const failures = suites
    .flatMap(specs)
    .flatMap(({ title, file, tests }) =>
      tests.filter(({ status }) => status !== 'expected').map(({ results }) => journeyFailure(file, title, results)),
    );
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped, failures };
}

function journeyFailure(file: string, title: string, results: JourneyResult[]): Failure {
  const failed = results.find(({ error }) => error);
  const attached = failed?.attachments?.find(({ path }) => path)?.path;
  return {
    file,
    title,
    reason: firstLines(failed?.error?.message),
    ...(attached && { folder: relative('', dirname(attached)) }),
  };
}

/** A failure in lines: the file and the title, why, and where more is to be seen. */
export function describeFailure({ file, title, reason, folder }: Failure): string {
  const lines = reason ? reason.split('\n') : [];
  return [`${file}: ${title}`, ...lines, ...(folder ? [`see ${folder}`] : [])].join('\n    ');
}

/** Enough for the difference between two short values. */
const REASON_LINES = 12;
/** Too short for a long value. */
const LONGEST_LINE = 300;

function firstLines(reason = ''): string {
  return stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() && !/^ +at /.test(line))
    .slice(0, REASON_LINES)
    .map((line) => line.slice(0, LONGEST_LINE))
    .join('\n');
}
