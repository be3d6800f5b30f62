import { expect, test } from 'vitest';
import { MADE_ROOM_CLOSE_CODE, SERVER_STOPPING_CLOSE_CODE, SESSION_ENDED_CLOSE_CODE } from '#contract/limits.ts';
import { backoff } from '../retry.ts';
import { reconnectDelay } from './reconnect-delay.ts';

test('after a server stopped, browsers reconnect spread over three seconds', () => {
  expect(reconnectDelay(SERVER_STOPPING_CLOSE_CODE, 0, () => 0)).toBe(1_000);
  expect(reconnectDelay(SERVER_STOPPING_CLOSE_CODE, 0, () => 1)).toBe(4_000);
});

test('after the session ended there is time to check it', () => {
  expect(reconnectDelay(SESSION_ENDED_CLOSE_CODE, 0)).toBe(5_000);
});

test('a tab that made room for a newer one waits a minute', () => {
  expect(reconnectDelay(MADE_ROOM_CLOSE_CODE, 0)).toBe(60_000);
});

test('after any other close the pause grows with each failure', () => {
  for (const failures of [0, 1, 5]) expect(reconnectDelay(1006, failures, () => 1)).toBe(backoff(failures, () => 1));
});
