import { expect, test } from 'vitest';
import { createBatchLoader } from './batch-loader.ts';

test('no look-up is answered by a query that began before it', async () => {
  const queries = [Promise.withResolvers<Map<string, string>>(), Promise.withResolvers<Map<string, string>>()] as const;
  let asked = 0;
  const find = createBatchLoader<string, string>(() => queries[asked++]!.promise);
  const before = find('ada');
  const after = find('ada');
  queries[0].resolve(new Map([['ada', 'signed in']]));
  expect(await before).toBe('signed in');
  queries[1].resolve(new Map());
  expect(await after).toBeUndefined();
});
