import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tallyOf } from '../bin/count-tests.ts';

/** Vitest's report of a machine on which no disk can be mounted. */
const REPORT = {
  numPassedTests: 2,
  numFailedTests: 1,
  testResults: [
    {
      assertionResults: [
        { status: 'passed', fullName: 'one' },
        { status: 'failed', fullName: 'two' },
      ],
    },
    {
      assertionResults: [
        { status: 'skipped', fullName: 'a small disk (skipped: no disk can be mounted here) is full' },
        { status: 'todo', fullName: 'is damaged' },
        { status: 'passed', fullName: 'three' },
      ],
    },
  ],
};

const said = vi.spyOn(console, 'log');
beforeEach(() => said.mockImplementation(() => {}));
afterEach(() => said.mockReset());

test('when every test has to run, a skipped test counts as failed and its name is printed', () => {
  expect(tallyOf(REPORT, true)).toEqual({ passed: 2, failed: 3 });
  expect(said.mock.calls).toEqual([
    ['failed, as it was skipped: a small disk (skipped: no disk can be mounted here) is full'],
    ['failed, as it was skipped: is damaged'],
  ]);
});

test('otherwise a skipped test is printed and fails nothing', () => {
  expect(tallyOf(REPORT, false)).toEqual({ passed: 2, failed: 1 });
  expect(said.mock.calls[0]).toEqual(['skipped: a small disk (skipped: no disk can be mounted here) is full']);
});
