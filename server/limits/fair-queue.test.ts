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

test('a newcomer waits for one turn while another network has 50 waiting', async () => {
  const { run, begun, endOne } = setUp();
  for (let n = 0; n < 52; n++) void run('crowd');
  void run('home');
  await endOne();
  await endOne();
  expect(begun).toEqual(['crowd', 'crowd', 'crowd', 'home']);
});

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

test('work that nobody waits for any more is dropped, and gives its place free; work that has begun goes on', async () => {
  const { run, begun, endOne } = setUp({ concurrency: 1, maxWaiting: 3, maxWaitingPerGroup: 2 });
  const caller = new AbortController();
  const began = run('crowd', 'crowd 0', caller.signal);
  const waiting = ['crowd', 'crowd', 'other crowd'].map((group) =>
    run(group, group, caller.signal).catch((error) => error),
  );
  caller.abort();
  for (const dropped of waiting) expect(await dropped).toMatchObject({ code: 'invalid' });
  await expect(run('crowd', 'late', caller.signal)).rejects.toMatchObject({ code: 'invalid' });
  const home = [run('home', 'home 0'), run('home', 'home 1'), run('crowd', 'crowd 1')];
  for (let n = 0; n < 4; n++) await endOne();
  expect([await began, ...(await Promise.all(home))]).toEqual(['crowd 0', 'home 0', 'home 1', 'crowd 1']);
  expect(begun).toEqual(['crowd 0', 'home 0', 'crowd 1', 'home 1']);
});
