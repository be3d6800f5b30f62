import { beforeEach, expect, test, vi } from 'vitest';
import { LimitsUnavailable } from '#server/limits/index.ts';
import { startPushTestServer, write } from '#tests/support/push/push-test-server.ts';

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

test('while pushes cannot be counted, messages wait, and calls for support are sent', async () => {
  const phone = await subscribe(grace, 'phone');
  const consume = vi
    .spyOn(server.moodring.context.limits, 'consume')
    .mockImplementation((limit) =>
      limit.what.startsWith('pushes') ? Promise.reject(new LimitsUnavailable(new Error('away'))) : undefined,
    );
  await write(alan, grace);
  await ada.choose('Dark');
  await expectTags(phone, `mood-${ada.uid}`);
  consume.mockRestore();
  await passTime();
  await settled();
  expect(phone.tags()).toContain(`chat-${alan.uid}`);
});
