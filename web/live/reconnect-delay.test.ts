import { expect, test } from 'vitest';
import { MADE_ROOM_CLOSE_CODE, SERVER_STOPPING_CLOSE_CODE, SESSION_ENDED_CLOSE_CODE } from '#contract/limits.ts';
import { backoff } from '../retry.ts';
import { reconnectDelay } from './reconnect-delay.ts';

test('those whom a stopping server sent away come back spread over three seconds', () => {
  expect(reconnectDelay(SERVER_STOPPING_CLOSE_CODE, 0, () => 0)).toBe(1_000);
  expect(reconnectDelay(SERVER_STOPPING_CLOSE_CODE, 0, () => 1)).toBe(4_000);
});

test('after the end of the session there is time to look at it', () => {
  expect(reconnectDelay(SESSION_ENDED_CLOSE_CODE, 0)).toBe(5_000);
});

test('who made room for a newer tab does not push that one out at once', () => {
  expect(reconnectDelay(MADE_ROOM_CLOSE_CODE, 0)).toBe(60_000);
});

test('after any other close the pause grows with each failure', () => {
  for (const failures of [0, 1, 5]) expect(reconnectDelay(1006, failures, () => 1)).toBe(backoff(failures, () => 1));
});
