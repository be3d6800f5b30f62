import { beforeEach, expect, test } from 'vitest';
import { startPushTestServer, write } from '#tests/support/push/push-test-server.ts';
import { stepCheckIns } from '../../check-in/check-in-job.ts';

const server = await startPushTestServer({ rateLimits: true });
const { database, signUp, subscribe, expectTags, settled, stored, passTime, forgetAttempts, insertAttempts } = server;

const [ada, alan] = [await signUp({ firstname: 'Ada' }), await signUp({ firstname: 'Alan' })];
const grace = await signUp({ firstname: 'Grace' });
for (const friend of [ada, alan]) await friend.connect(grace);
/** Counts pushes as if a person had caused them an hour ago. */
const caused = (what: string, whom: string, times: number) => insertAttempts({ what, whom, times, ago: '1 hour' });
beforeEach(async () => {
  await forgetAttempts();
  await database.pool.query('update messages set read = true');
});

test('600 pushes a day by one person to another; the message is stored', async () => {
  await caused('pushes by one to one', `${ada.uid} ${grace.uid}`, 60);
  const phone = await subscribe(grace, 'phone');
  await write(ada, grace);
  await settled();
  expect([phone.tags(), await stored()]).toEqual([[], []]);
  expect((await grace.circle()).body.find(({ uid }: { uid: string }) => uid === ada.uid).unread).toBe(1);
  await write(alan, grace);
  await expectTags(phone, `chat-${alan.uid}`);
  await ada.choose('Dark');
  await expectTags(phone, `chat-${alan.uid}`, `mood-${ada.uid}`);
});

test('4,000 pushes a day by one person', async () => {
  // Of the others the node may have uses left of an earlier lease.
  const mei = await signUp({ firstname: 'Mei' });
  await mei.connect(grace);
  await caused('pushes by one', mei.uid, 200);
  const phone = await subscribe(grace, 'phone');
  await write(mei, grace);
  await settled();
  expect(phone.tags()).toEqual([]);
});

test('a lively chat uses up nothing of a missed check-in', async () => {
  await caused('pushes by one to one', `${alan.uid} ${grace.uid}`, 60);
  const phone = await subscribe(grace, 'phone');
  const hours = { days: [1, 2, 3, 4, 5, 6, 7], at: '09:00', until: '12:00', zone: 'UTC' };
  await alan.put(`/api/users/${alan.uid}/check-in`, { ...hours, friends: [grace.uid] });
  await grace.put(`/api/users/${grace.uid}/check-ins/${alan.uid}`, { agrees: true });
  await database.pool.query('update check_ins set ends_at = now(), due_at = now() where uid = $1', [alan.uid]);
  await stepCheckIns(server.moodring.context);
  await expectTags(phone, `missed-${alan.uid}`);
});

test('while pushes cannot be counted, messages wait, and calls for support are sent', async () => {
  const phone = await subscribe(grace, 'phone');
  await database.pool.query('alter table limits rename to elsewhere');
  await write(alan, grace);
  await ada.choose('Dark');
  await expectTags(phone, `mood-${ada.uid}`);
  await database.pool.query('alter table elsewhere rename to limits');
  await passTime();
  await settled();
  expect(phone.tags()).toContain(`chat-${alan.uid}`);
});
