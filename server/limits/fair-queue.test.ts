import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

test('a network has its own bound; when the queue is full, the network with most waiting loses a place', async () => {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 4, maxWaitingPerGroup: 3, say: () => 'Too many.' });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (network: string, name = network) =>
    queue.run(network, () => {
      begun.push(name);
      return new Promise<void>((end) => void ends.push(end));
    });
  const crowd = Array.from({ length: 4 }, (_, n) => run('crowd', `crowd ${n}`).catch((error) => error));
  await expect(run('crowd')).rejects.toMatchObject({ code: 'too_many', retryAfterSeconds: 2 });
  void run('home');
  void run('school');
  expect(await crowd[3]).toMatchObject({ code: 'unavailable' });
  void run('office');
  expect(await crowd[2]).toMatchObject({ code: 'unavailable' });
  await expect(run('library')).rejects.toMatchObject({ code: 'unavailable' });
  for (let n = 0; n < 5; n++) {
    await setImmediate();
    ends.shift()?.();
    await setImmediate();
  }
  expect(begun).toEqual(['crowd 0', 'crowd 1', 'home', 'school', 'office']);
});

test('work that has waited too long is refused as during an outage', async () => {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 4, maxWaitingPerGroup: 3, say: () => 'Too many.' });
  void queue.run('first', () => new Promise(() => {}));
  const isOver = AbortSignal.abort(new DOMException('', 'TimeoutError'));
  await expect(queue.run('second', async () => {}, isOver)).rejects.toMatchObject({ code: 'unavailable' });
});
