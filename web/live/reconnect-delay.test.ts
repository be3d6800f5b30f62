import { expect, test } from 'vitest';
import { MADE_ROOM_CLOSE_CODE, SERVER_STOPPING_CLOSE_CODE, SESSION_ENDED_CLOSE_CODE } from '#contract/limits.ts';
import { backoff } from '../calls/retry.ts';
import { reconnectDelay } from './live-socket.ts';

test.each([
  ['after a server stopped, browsers reconnect spread over three seconds', SERVER_STOPPING_CLOSE_CODE, 0, 1_000, 4_000],
  ['after the session ended there is time to check it', SESSION_ENDED_CLOSE_CODE, 0, 5_000, 5_000],
  ['a tab that made room for a newer one waits a minute', MADE_ROOM_CLOSE_CODE, 0, 60_000, 60_000],
  ['after any other close the pause grows with each failure', 1006, 5, backoff(5, () => 0), backoff(5, () => 1)],
])('%s', (_, code, failures, shortest, longest) => {
  expect(reconnectDelay(code, failures, () => 0)).toBe(shortest);
  expect(reconnectDelay(code, failures, () => 1)).toBe(longest);
});
