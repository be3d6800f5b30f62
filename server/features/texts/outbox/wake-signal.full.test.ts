import { expect, test } from 'vitest';
import { createWakeSignal } from './wake-signal.ts';

const A_LONG_TIME = 600_000;

test('a notification ends the wait', async () => {
  const signal = createWakeSignal();
  const waited = signal.wait(A_LONG_TIME);
  signal.notify();
  await waited;
});

test('notifications between two waits are kept, and end one wait', async () => {
  const signal = createWakeSignal();
  signal.notify();
  signal.notify();
  await signal.wait(A_LONG_TIME);

  let isOver = false;
  const next = signal.wait(A_LONG_TIME).then(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  signal.notify();
  await next;
});

test('without a notification the wait ends after its time', () => createWakeSignal().wait(1));
