import { expect, onTestFinished, test, vi } from 'vitest';
import { RateLimitExceeded } from './limit-errors.ts';
import { nodeClock } from './node-clock.ts';
import { createRoom } from './room.ts';

const SECOND = 1_000;
const refusal = expect.objectContaining({ code: 'too_many', retryAfterSeconds: 3 });

function openRoom() {
  const now = vi.spyOn(nodeClock, 'now').mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  const room = createRoom({
    max: 90,
    maxOfOne: 30,
    refusal: () => new RateLimitExceeded(() => 'Please wait.', 3),
  });
  const gone: string[] = [];
  return {
    gone,
    /** @param name without it the place never gives way */
    take: (whose: string, size: number, name?: string) =>
      room.take(whose.split(' '), size, name ? () => void gone.push(name) : undefined),
    setClock: (seconds: number) => now.mockReturnValue(seconds * SECOND),
  };
}

test('without room the place that was taken first gives way, after its time', () => {
  const { gone, take, setClock } = openRoom();
  take('kept', 30);
  take('one', 30, 'one');
  setClock(5);
  const two = take('two', 30, 'two');
  setClock(9);
  expect(() => take('three', 30)).toThrow(refusal);
  expect(gone).toEqual([]);
  setClock(10);
  take('three', 30);
  expect(gone).toEqual(['one']);
  expect(() => take('four', 30)).toThrow(refusal);
  setClock(16);
  two.keep();
  expect(() => take('four', 30)).toThrow(refusal);
  expect(gone).toEqual(['one']);
});

test('a network that is full ends a place of its own, which does not come back', () => {
  const { gone, take, setClock } = openRoom();
  take('home', 10, 'home');
  const slow = take('cafe', 30, 'cafe');
  setClock(11);
  take('cafe', 5);
  expect(gone).toEqual(['cafe']);
  for (const use of [() => slow.grow(1), () => slow.keep()]) expect(use).toThrow(refusal);
  expect(slow.release()).toBe(false);
  take('cafe', 25);
});
