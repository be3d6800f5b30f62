import { pino } from 'pino';
import { expect, test } from 'vitest';
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
])('an unavailable database (%s) is 503 with Retry-After', (code) => {
  const { status, headers } = errorResponse(ofSystem(code), log);
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
});
