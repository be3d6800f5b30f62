import { expect, test } from 'vitest';
import { createBatchLoader } from './batch-loader.ts';

/** A batch loader whose queries the test answers one by one. */
function lookUps() {
  const queries: { keys: string[]; answer(found: [string, string][]): void; fail(error: Error): void }[] = [];
  const find = createBatchLoader<string, string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>();
    queries.push({ keys, answer: (found) => resolve(new Map(found)), fail: reject });
    return promise;
  });
  return { find, queries };
}

test('no look-up is answered by a query that began before it', async () => {
  const { find, queries } = lookUps();
  const before = find('ada');
  const after = find('ada');
  queries[0]!.answer([['ada', 'signed in']]);
  expect(await before).toBe('signed in');
  queries[1]!.answer([]);
  expect(await after).toBeUndefined();
});

test('a failed query fails its own look-ups only', async () => {
  const { find, queries } = lookUps();
  const [first, second] = [find('ada'), find('grace')];
  queries[0]!.fail(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  queries[1]!.answer([['grace', 'Grace']]);
  expect(await second).toBe('Grace');
});
