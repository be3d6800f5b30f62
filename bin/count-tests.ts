/** The number of passed and failed tests of a suite. */
export interface Tally {
  passed: number;
  failed: number;
}

/** The parts of Vitest's JSON report that are read here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
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
  return { passed: numPassedTests, failed: numFailedTests + (skipsFail ? skipped.length : 0) };
}
