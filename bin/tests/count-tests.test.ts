import { resolve } from 'node:path';
import type { JSONReport } from '@playwright/test/reporter';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JsonTestResults } from 'vitest/node';
import { describeFailure, tallyOf, tallyOfJourneys } from './count-tests.ts';

/** Vitest's report of a machine on which no disk can be mounted. */
const REPORT = {
  numPassedTests: 2,
  numFailedTests: 1,
  testResults: [
    {
      name: resolve('a.test.ts'),
      assertionResults: [
        { status: 'passed', fullName: 'one' },
        {
          status: 'failed',
          fullName: 'two',
          failureMessages: ['\u001b[31mError: no\u001b[39m disk\n\n- free\n+ full\n    at a.test.ts:1', 'another'],
        },
      ],
    },
    {
      name: 'b.test.ts',
      assertionResults: [
        { status: 'skipped', fullName: 'a small disk (skipped: no disk can be mounted here) is full' },
        { status: 'todo', fullName: 'is damaged' },
        { status: 'passed', fullName: 'three' },
      ],
    },
    { name: 'c.test.ts', status: 'failed', message: 'SyntaxError: x\nmore', assertionResults: [] },
  ],
} as unknown as JsonTestResults;

const said = vi.spyOn(console, 'log');
beforeEach(() => said.mockImplementation(() => {}));
afterEach(() => said.mockReset());

test('where every test has to run, a skipped test counts as failed and its name is printed', () => {
  expect(tallyOf(REPORT, true)).toMatchObject({ passed: 2, failed: 3 });
  expect(said.mock.calls).toEqual([
    ['failed, as it was skipped: a small disk (skipped: no disk can be mounted here) is full'],
    ['failed, as it was skipped: is damaged'],
  ]);
  expect(tallyOf(REPORT, false)).toMatchObject({ passed: 2, failed: 1 });
});

test('failures are named with the first lines of why, without the stack; a file that cannot be loaded is named too', () => {
  expect(tallyOf(REPORT, false).failures).toEqual([
    { file: 'a.test.ts', title: 'two', reason: 'Error: no disk\n- free\n+ full' },
    { file: 'c.test.ts', title: 'the whole file', reason: 'SyntaxError: x\nmore' },
  ]);
});

test('journeys that failed, were skipped or passed at the second try only are named, with the folder of what was seen', () => {
  const seen = [{ name: 'video' }, { name: 'trace', path: resolve('test-results/core/two/trace.zip') }];
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'd.journey.ts',
    tests: [{ status, results: message ? [{ error: { message }, attachments: seen }] : [{}] }],
  });
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 },
    suites: [
      {
        specs: [spec('one', 'expected')],
        suites: [
          { specs: [spec('two', 'unexpected', 'no button\nhere'), spec('three', 'flaky'), spec('four', 'skipped')] },
        ],
      },
    ],
  };
  const { passed, failed, failures } = tallyOfJourneys(report as unknown as JSONReport);
  expect([passed, failed]).toEqual([1, 3]);
  expect(failures.map(describeFailure)).toEqual([
    'd.journey.ts: two\n    no button\n    here\n    see test-results/core/two',
    'd.journey.ts: three',
    'd.journey.ts: four',
  ]);
});
