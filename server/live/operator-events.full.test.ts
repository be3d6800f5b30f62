import { afterAll, expect, test } from 'vitest';
import { startJobs } from '#server/background/jobs.ts';
import { countLockWaits } from '#tests/support/database/count-lock-waits.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { reportToNodes, watchOperatorEvents } from './operator-events.ts';

const { pool, drop } = await createTestDatabase();
const heard: string[] = [];
const listener = {
  onSessionsEnded: (uid: string) => void heard.push(uid),
  onRefetch: (uids: readonly string[]) => void heard.push(...uids),
};
const { stop } = startJobs([watchOperatorEvents(pool, listener)], createTestLog().log);
afterAll(async () => {
  await stop();
  await drop();
});

const [ada, grace, alan] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];

test('of two commands at the same moment, a node hears both, although the first one commits late', async () => {
  // Its first look leaves out what happened before.
  const isWatching = async () => {
    await reportToNodes(pool, 'sessions_ended', [alan]);
    return heard.includes(alan);
  };
  await expect.poll(isWatching, { interval: 500 }).toBe(true);
  const slow = await pool.connect();
  await slow.query('begin');
  await reportToNodes(slow, 'sessions_ended', [ada]);
  const second = reportToNodes(pool, 'refetch', [grace]);
  await expect.poll(() => countLockWaits(pool)).toBe(1);
  await slow.query('commit');
  slow.release();
  await second;
  await expect.poll(() => heard.filter((uid) => uid !== alan)).toEqual([ada, grace]);
});
