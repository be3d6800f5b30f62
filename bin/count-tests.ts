/** How many tests of a suite passed and failed. */
export interface Tally {
  passed: number;
  failed: number;
}

/** What is read of vitest's report in JSON. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

/**
 * Counts a run of vitest, and says which tests were skipped: their names say why.
 * @param skipsFail where everything has to run: what is skipped there would pass for good
 */
export function tallyOf({ numPassedTests, numFailedTests, testResults }: Report, skipsFail: boolean): Tally {
  const skipped = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed');
  for (const { fullName } of skipped) console.log(`${skipsFail ? 'failed, as it was ' : ''}skipped: ${fullName}`);
  return { passed: numPassedTests, failed: numFailedTests + (skipsFail ? skipped.length : 0) };
}
