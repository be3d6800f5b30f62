import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** A queue, what has begun in it, and a way to end each in turn. */
function setUp(bounds: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const queue = createFairQueue({ atOnce: 2, mostWaiting: 100, mostWaitingOfGroup: 50, words: 'Too many.', ...bounds });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (group: string, name = group) =>
    queue.run(group, async () => {
      begun.push(name);
      await new Promise<void>((end) => void ends.push(end));
      return name;
    });
  const endOne = async () => {
    await setImmediate();
    ends.shift()?.();
    await setImmediate();
  };
  return { run, begun, endOne };
}

test('so many are done at once, and the others when one of them has ended, also badly', async () => {
  const queue = createFairQueue({ atOnce: 1, mostWaiting: 10, mostWaitingOfGroup: 10, words: 'Too many.' });
  const failing = queue.run('home', () => Promise.reject(new Error('No')));
  const next = queue.run('home', async () => 'next');
  await expect(failing).rejects.toThrow('No');
  expect(await next).toBe('next');
});

test('one who comes while another network has 50 waiting is next but one', async () => {
  const { run, begun, endOne } = setUp();
  for (let n = 0; n < 52; n++) void run('crowd');
  void run('home');
  await endOne();
  await endOne();
  expect(begun).toEqual(['crowd', 'crowd', 'crowd', 'home']);
});

test('those of one network go in their order', async () => {
  const { run, begun, endOne } = setUp({ atOnce: 1 });
  for (const name of ['first', 'second', 'third']) void run('home', name);
  await endOne();
  await endOne();
  expect(begun).toEqual(['first', 'second', 'third']);
});

test('a network has a bound of its own; when all places are taken, the largest one makes room', async () => {
  const { run, begun, endOne } = setUp({ atOnce: 1, mostWaiting: 4, mostWaitingOfGroup: 3 });
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
