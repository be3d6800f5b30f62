import { dirname, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite, JSONReportTest } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

export interface Tally {
  passed: number;
  failed: number;
  failures: Failure[];
}

export interface Failure {
  file: string;
  title: string;
  reason: string;
  folder?: string;
}

/** Counts the tests of a Vitest run, and prints the skipped ones. @param skipsFail counts these as failed */
export function tallyOf({ numPassedTests, numFailedTests, testResults }: JsonTestResults, skipsFail: boolean): Tally {
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
export function tallyOfJourneys({ stats, suites }: JSONReport): Tally {
  const specs = (suite: JSONReportSuite): JSONReportSuite['specs'] => [
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

function journeyFailure(file: string, title: string, results: JSONReportTest['results']): Failure {
  const failed = results.find(({ error }) => error);
  const attached = failed?.attachments?.find(({ path }) => path)?.path;
  return {
    file,
    title,
    reason: firstLines(failed?.error?.message),
    ...(attached && { folder: relative('', dirname(attached)) }),
  };
}

export function describeFailure({ file, title, reason, folder }: Failure): string {
  const lines = reason ? reason.split('\n') : [];
  return [`${file}: ${title}`, ...lines, ...(folder ? [`see ${folder}`] : [])].join('\n    ');
}

const REASON_LINES = 12;
const LONGEST_LINE = 300;

function firstLines(reason = ''): string {
  return stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim() && !/^ +at /.test(line))
    .slice(0, REASON_LINES)
    .map((line) => line.slice(0, LONGEST_LINE))
    .join('\n');
}
