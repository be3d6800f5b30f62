import { expect, test } from 'vitest';
import { SharedMemory } from './shared-memory.ts';

const refusal = expect.objectContaining({ code: 'too_many', retryAfterSeconds: 3 });

test('a network that is slow leaves room for others', () => {
  const memory = new SharedMemory({ max: 90, maxOfNetwork: 30 });
  const release = memory.reserve('one', 30);
  expect(() => memory.reserve('one', 1)).toThrow(refusal);
  memory.reserve('other', 30);
  release();
  expect(memory.reserve('one', 30)).toBeTypeOf('function');
});

test('many networks together use no more than the memory', () => {
  const memory = new SharedMemory({ max: 90, maxOfNetwork: 30 });
  const releases = ['a', 'b', 'c'].map((network) => memory.reserve(network, 30));
  expect(() => memory.reserve('d', 1)).toThrow(refusal);
  for (const release of releases) release();
  expect(memory.reserve('d', 30)).toBeTypeOf('function');
});

test('what is given back twice counts once', () => {
  const memory = new SharedMemory({ max: 90, maxOfNetwork: 30 });
  const release = memory.reserve('one', 20);
  memory.reserve('one', 10);
  release();
  release();
  expect(() => memory.reserve('one', 21)).toThrow(refusal);
  expect(memory.reserve('one', 20)).toBeTypeOf('function');
});
