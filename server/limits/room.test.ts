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

test('a slow network leaves room for others, and many together use no more than there is', () => {
  const { take } = openRoom();
  const place = take('one', 30);
  expect(() => take('one', 1)).toThrow(refusal);
  for (const network of ['two', 'three']) take(network, 30);
  expect(() => take('four', 1)).toThrow(refusal);
  expect(place.release()).toBe(true);
  expect(() => take('two', 1)).toThrow(refusal);
  take('one', 20);
  // A second release of the same place changes nothing.
  expect(place.release()).toBe(false);
  expect(() => take('four', 11)).toThrow(refusal);
  take('one', 10);
});

test('one account has no more room by many networks', () => {
  const { take } = openRoom();
  take('one ada', 10).grow(10);
  expect(() => take('two ada', 11)).toThrow(refusal);
  take('two ada', 10);
  take('two grace', 20);
});

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

test('in full room the one that holds most gives way at once to a newcomer that holds less', () => {
  const { gone, take } = openRoom();
  for (const one of ['one', 'two']) take(one, 30, one);
  take('three', 20, 'three');
  take('three', 5);
  take('home', 10, 'home');
  expect(gone).toEqual(['one']);
  take('home', 20);
  expect(() => take('four', 30)).toThrow(refusal);
  take('four', 20);
  expect(gone).toEqual(['one', 'two']);
});

test('in a full network, too: its account that holds most gives way', () => {
  const { gone, take } = openRoom();
  take('cafe eve', 10, 'first');
  take('cafe eve', 15, 'second');
  take('cafe ada', 10, 'ada');
  expect(gone).toEqual(['first']);
  expect(() => take('cafe ada', 10)).toThrow(refusal);
  take('cafe ada', 4);
  expect(gone).toEqual(['first']);
});

test('few that begin anew all the time keep no others out', () => {
  const { take, setClock } = openRoom();
  const names = ['one', 'two', 'three'];
  let places = names.map((one) => take(one, 30, one));
  for (let second = 1; second <= 60; second++) {
    setClock(second);
    take('home', 10).release();
    for (const place of places) place.release();
    places = names.map((one) => take(one, 30, one));
  }
});
