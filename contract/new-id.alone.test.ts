import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { newId } from './new-id.ts';

afterEach(() => void vi.useRealTimers());

test('an id is a unique UUID of version 7, and the server accepts it', () => {
  const ids = Array.from({ length: 500 }, newId);
  for (const id of ids) expect(z.uuidv7().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(500);
});

test('ids grow with each millisecond', () => {
  const ids = [0, 1, 999, 1_000, 1_800_000_000_000].map((now) => {
    vi.setSystemTime(now);
    return newId();
  });
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.at(-1)).toMatch(/^01a3185c-5000-7/);
});
