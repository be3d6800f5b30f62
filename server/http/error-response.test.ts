import { pino } from 'pino';
import { expect, test } from 'vitest';
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
