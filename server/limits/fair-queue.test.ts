import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** A queue, the names of the work that has begun, and a function that ends the oldest work. */
function setUp(bounds: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const queue = createFairQueue({
    concurrency: 2,
    maxWaiting: 100,
    maxWaitingPerGroup: 50,
    message: 'Too many.',
    ...bounds,
  });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (group: string, name = group, signal?: AbortSignal) =>
    queue.run(
      group,
      async () => {
        begun.push(name);
        await new Promise<void>((end) => void ends.push(end));
        return name;
      },
      signal,
    );
  const endOne = async () => {
    await setImmediate();
    ends.shift()?.();
    await setImmediate();
  };
  return { run, begun, endOne };
}

test('a network has its own bound; when the queue is full, the network with most waiting loses a place', async () => {
  const { run, begun, endOne } = setUp({ concurrency: 1, maxWaiting: 4, maxWaitingPerGroup: 3 });
  const crowd = Array.from({ length: 4 }, (_, n) => run('crowd', `crowd ${n}`).catch((error) => error));
  await expect(run('crowd')).rejects.toMatchObject({ code: 'too_many', retryAfterSeconds: 2 });
  void run('home');
  void run('school');
  expect(await crowd[3]).toMatchObject({ code: 'unavailable' });
  void run('office');
  expect(await crowd[2]).toMatchObject({ code: 'unavailable' });
  await expect(run('library')).rejects.toMatchObject({ code: 'unavailable' });
  for (let n = 0; n < 5; n++) await endOne();
  expect(begun).toEqual(['crowd 0', 'crowd 1', 'home', 'school', 'office']);
});

test('work that has waited too long is refused as during an outage', async () => {
  const { run } = setUp({ concurrency: 1 });
  void run('first');
  const isOver = AbortSignal.abort(new DOMException('', 'TimeoutError'));
  await expect(run('second', 'second', isOver)).rejects.toMatchObject({ code: 'unavailable' });
});
