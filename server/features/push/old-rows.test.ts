import { expect, test } from 'vitest';
import { removeFromPages } from '#server/database/sweep/sweep-table.ts';
import { startPushFriends, write } from '#tests/support/push/push-test-server.ts';
import { OLD_DEVICES, OLD_PUSHES } from './index.ts';

const { database, subscribe, settled, stored, ada, grace } = await startPushFriends();
const { pool } = database;

test('a device that was not renewed for 60 days gets no push, and goes', async () => {
  const phone = await subscribe(grace, 'phone');
  await pool.query(`update push_devices set renewed_at = now() - interval '61 days'`);
  await write(ada, grace);
  await settled();
  expect(phone.tags()).toEqual([]);
  await removeFromPages(pool, OLD_DEVICES, 0, 1_000);
  expect((await pool.query('select from push_devices')).rowCount).toBe(0);
});

test('one that was renewed 59 days ago stays, and so does a push of this week; an older one goes', async () => {
  const phone = await subscribe(grace, 'phone');
  await pool.query(`update push_devices set renewed_at = now() - interval '59 days'`);
  await ada.choose('Dark');
  await write(ada, grace);
  await settled();
  expect(phone.tags()).toHaveLength(2);
  await pool.query(
    `update pushes set reason_at = now() - case cause when 'mood' then interval '8 days' else interval '6 days' end`,
  );
  for (const rows of [OLD_DEVICES, OLD_PUSHES]) await removeFromPages(pool, rows, 0, 1_000);
  expect((await stored()).map(({ cause }) => cause)).toEqual(['message']);
  expect((await pool.query('select from push_devices')).rowCount).toBe(1);
});
