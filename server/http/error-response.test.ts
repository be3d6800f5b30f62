import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ProductError } from '#contract/errors.ts';
import { en } from '#languages';
import { createTestLog } from '#tests/support/servers/log.ts';
import { errorResponse } from './error-response.ts';

const log = pino({ enabled: false });
const ofSystem = (code: string) => Object.assign(new Error(code), { code });

test.each([
  'ECONNREFUSED',
  'ETIMEDOUT',
  // A stopped container's name cannot be resolved.
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // A primary became a standby.
  '25006',
  // A deadlock.
  '40P01',
])('an unavailable database (%s) is 503 with Retry-After', (code) => {
  const { status, headers } = errorResponse(ofSystem(code), log);
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
});

test('many answers of 503 are one line of the log', () => {
  const { log: ofTest, lines } = createTestLog();
  for (let n = 0; n < 9; n++) errorResponse(ofSystem('ECONNREFUSED'), ofTest);
  errorResponse(ofSystem('57014'), ofTest);
  expect(lines.map(({ err }) => (err as { code: string }).code)).toEqual(['ECONNREFUSED', '57014']);
});

test('a flood of failures is a bounded number of short lines of the log', () => {
  const { log: ofTest, lines } = createTestLog();
  for (let n = 0; n < 99; n++) errorResponse(new TypeError(`not an address: ${'x'.repeat(20_000)}`), ofTest);
  expect(lines).toHaveLength(30);
  for (const line of lines) expect(JSON.stringify(line).length).toBeLessThan(5_000);
});

test('the words are those of the caller’s language; the error of the log has English ones', async () => {
  const german = { ...en, friendsSeeItAlready: 'Deine Freunde sehen es schon.' };
  const error = new ProductError('too_late', (t) => t.friendsSeeItAlready);
  const { error: view } = await errorResponse(error, log, german).json();
  expect(view).toEqual({ code: 'too_late', message: 'Deine Freunde sehen es schon.' });
  expect(error.message).toBe(en.friendsSeeItAlready);
});
