import { expect, test, vi } from 'vitest';
import { countLockWaits } from '#tests/support/database/count-lock-waits.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { CONNECTIONS } from './connection-budget.ts';

const { database, signUp } = await startTestServer();

test('blocked searches delay nothing else, and end as unavailable', async () => {
  const [ada, grace] = [await signUp(), await signUp({ firstname: 'Grace' })];
  await ada.connect(grace);
  const search = () => ada.post('/api/users/search', { query: 'Grace' });
  const unlock = await holdTransaction(database.pool, 'lock table search_keys');

  let ended = 0;
  const searches = Array.from({ length: 12 }, () => search().finally(() => ended++));
  await vi.waitFor(async () => expect(await countLockWaits(database.pool)).toBe(CONNECTIONS.bulk.max));
  const others = [await ada.say(grace), await ada.circle(), await ada.choose('Yellow')];
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(ended).toBe(0);

  for (const { status, headers, body } of await Promise.all(searches)) {
    expect([status, body.error.code]).toEqual([503, 'unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  await unlock();
  expect((await search()).body).toMatchObject([{ uid: grace.uid }]);
});
