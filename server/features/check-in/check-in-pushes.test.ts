import { expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startPushFriends, write } from '#tests/support/push/push-test-server.ts';
import { stepCheckIns } from './check-in-job.ts';

const { ada, grace, database, moodring, settled, subscribe, expectTags, passTime, sql } = await startPushFriends();
const { pool } = database;

/** Does the next step now. @param ends when the round ends, in SQL */
async function step(ends = 'ends_at') {
  await pool.query(`update check_ins set due_at = now(), ends_at = ${ends} where uid = $1`, [ada.uid]);
  while (await stepCheckIns(moodring.context));
  await settled();
}

const plan = (friends: Member[]) =>
  ada.put(`/api/users/${ada.uid}/check-in`, {
    ...{ days: [1], at: '09:00', until: '12:00', zone: 'UTC' },
    friends: friends.map(({ uid }) => uid),
  });
const agree = (agrees: boolean) => grace.put(`/api/users/${grace.uid}/check-ins/${ada.uid}`, { agrees });

test('the person is notified, then the friend, and of the answer; two causes for one notification hold up no other; reading repeats none', async () => {
  const [own, phone] = [await subscribe(ada, 'own'), await subscribe(grace, 'phone')];
  await plan([grace]);
  await agree(true);
  await step();
  await expectTags(own, `check-in-${ada.uid}`);
  expect(own.pushes()[0]!.payload.notification.title).toBe('Time to check in');
  await sql`insert into causes (priority, cause, ids) select 1, 'check-in', array[${ada.uid}::uuid] from generate_series(1, 2)`;
  moodring.context.causes.wake();
  await settled();
  expect((await sql`select from causes`).length).toBe(0);
  await step('now()');
  await expectTags(phone, `missed-${ada.uid}`);
  await write(ada, grace);
  await grace.post('/api/messages/read', { sender: ada.uid });
  await passTime();
  await settled();
  await ada.delete(`/api/users/${ada.uid}/check-in`);
  await passTime();
  await settled();
  const shown = phone.pushes().map(({ payload }) => payload.notification);
  expect(shown.filter((notice) => notice?.tag === `missed-${ada.uid}`).map(({ title }) => title)).toEqual([
    'A friend has not checked in',
    'A friend has checked in',
  ]);
});

test.each<[string, () => Promise<unknown>]>([
  ['is taken off the list', () => plan([])],
  ['stops', () => agree(false).then(() => ada.delete(`/api/users/${ada.uid}/check-in`))],
])('a friend who %s after being told is notified of the answer', async (_, change) => {
  const phone = await subscribe(grace, 'told');
  await plan([grace]);
  await agree(true);
  await step('now()');
  await expectTags(phone, `missed-${ada.uid}`);
  await change();
  await settled();
  await passTime();
  await settled();
  expect(phone.pushes().at(-1)!.payload.notification.title).toBe('A friend has checked in');
});
