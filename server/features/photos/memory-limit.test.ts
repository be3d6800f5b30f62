import { expect, test } from 'vitest';
import { MemoryLimit } from './memory-limit.ts';

const refusal = expect.objectContaining({ code: 'too_many', retryAfterSeconds: 3 });

test('a slow network leaves room for others, and many together use no more than the memory', () => {
  const memory = new MemoryLimit({ max: 90, maxOfNetwork: 30 });
  const release = memory.reserve('one', 30);
  expect(() => memory.reserve('one', 1)).toThrow(refusal);
  for (const network of ['two', 'three']) memory.reserve(network, 30);
  expect(() => memory.reserve('four', 1)).toThrow(refusal);
  release();
  expect(() => memory.reserve('two', 1)).toThrow(refusal);
  memory.reserve('one', 20);
  // A second release of the same reservation changes nothing.
  release();
  expect(() => memory.reserve('four', 11)).toThrow(refusal);
  expect(memory.reserve('one', 10)).toBeTypeOf('function');
});
