import { expect, test } from 'vitest';
import { createWakeSignal } from './wake-signal.ts';

const A_LONG_TIME = 600_000;

test('a ring wakes the sleeper', async () => {
  const bell = createWakeSignal();
  const heard = bell.heard(A_LONG_TIME);
  bell.ring();
  await heard;
});

test('a ring that comes while nobody sleeps is kept, and heard once', async () => {
  const bell = createWakeSignal();
  bell.ring();
  bell.ring();
  await bell.heard(A_LONG_TIME);

  let again = false;
  const next = bell.heard(A_LONG_TIME).then(() => {
    again = true;
  });
  await new Promise(setImmediate);
  expect(again).toBe(false);
  bell.ring();
  await next;
});

test('without a ring the sleeper wakes by itself', () => createWakeSignal().heard(1));
