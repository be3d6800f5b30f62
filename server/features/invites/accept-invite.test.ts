import { beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { acceptInvite } from './accept-invite.ts';
import { createOperatorInvite } from './create-operator-invite.ts';

const { origin, visitor, database, moodring, signUp, insertMembers, texts, deleteTexts } = await startTestServer();

let ada: Member;
let grace: Member;
let code: string;
beforeEach(async () => {
  await deleteTexts();
  ada = await signUp({ firstname: 'Ada', lastname: 'Lovelace', phonenumber: '+14155550100' });
  grace = await signUp({ firstname: 'Grace', lastname: 'Hopper', phonenumber: '+14155550101' });
  code = await ada.inviteCode();
});

/** Many at once, without the time that a session of each takes. */
const acceptAll = (people: Member[]) =>
  Promise.allSettled(people.map(({ uid }) => acceptInvite(moodring.context, { uid, isNew: false }, code, 'home')));
const accept = (who: Member, tried = code) => who.post('/api/invites/accept', { code: tried });
const uses = async (tried = code) =>
  (await database.pool.query('select uses from invites where code = $1', [tried])).rows[0]?.uses;
const conversation = async () => (await ada.get(`/api/messages?with=${grace.uid}`)).body.messages;

test('accepting does exactly what connecting does', async () => {
  const lives = [await ada.listen(), await grace.listen()];
  const { status, body } = await accept(grace);
  expect(status).toBe(200);
  expect(body).toEqual((await grace.circle()).body[0]);
  expect(body).toMatchObject({ uid: ada.uid, unread: 0 });
  expect((await ada.circle()).body).toMatchObject([{ uid: grace.uid, unread: 1 }]);
  expect(await conversation()).toMatchObject([{ sender: grace.uid, content: 'Hey 👋 how are you doing today?' }]);
  expect(await texts()).toMatchObject([
    {
      recipient: ada.uid,
      message: `Ada, your new connection Grace just sent you a message on Moodring ${origin}`,
    },
  ]);
  for (const live of lives)
    expect((await live.everything()).map(({ type }) => type)).toEqual(['message', 'connection']);
});

test('one who leaves and comes back by it uses it once', async () => {
  for (let n = 0; n < 3; n++) {
    expect((await accept(grace)).status).toBe(200);
    await grace.remove(ada);
  }
  expect(await uses()).toBe(1);
});

test('a hundred and twenty people at once: exactly a hundred are connected', async () => {
  const people = await insertMembers(120);
  const answers = await acceptAll(people);
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(new Set(refused.map(({ reason }) => reason.code))).toEqual(new Set(['not_found']));
  expect(refused).toHaveLength(20);
  expect((await ada.circle()).body).toHaveLength(100);
  expect(await uses()).toBe(100);
});

test('renewed while people accept: each is connected and counted, or neither; after it nobody is', async () => {
  const people = await insertMembers(40);
  const accepting = acceptAll(people);
  expect((await ada.post(`/api/users/${ada.uid}/invite`)).status).toBe(200);
  const answers = await accepting;
  const connected = answers.filter(({ status }) => status === 'fulfilled').length;
  expect((await ada.circle()).body).toHaveLength(connected);
  expect(await accept(grace)).toMatchObject({ status: 404 });
  expect(await uses()).toBeUndefined();
  expect(await uses(await ada.inviteCode())).toBe(0);
});

test('two people who accept each other’s links at the same moment are connected once', async () => {
  const other = await grace.inviteCode();
  const answers = await Promise.all([accept(grace), accept(ada, other)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await conversation()).toHaveLength(1);
  expect((await uses()) + (await uses(other))).toBe(1);
});

test('the inviter deletes the account while people accept: no error, no connection is left', async () => {
  const people = await insertMembers(20);
  const accepting = acceptAll(people);
  const left = await ada.leave();
  expect(left.status).toBe(200);
  for (const answer of await accepting)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'not_found' });
  const { rows } = await database.pool.query('select from connections where $1 in (owner, other)', [ada.uid]);
  expect(rows).toEqual([]);
});

describe('connects nobody', () => {
  test('with their own link, in friendly words', async () => {
    expect(await accept(ada)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid', message: 'This is your own link. Send it to a friend.' } },
    });
    expect((await ada.circle()).body).toEqual([]);
    expect(await uses()).toBe(0);
  });

  test('with an operator’s invitation, which names nobody', async () => {
    const { code: operators } = await createOperatorInvite(database.pool, { days: 7, uses: 3 });
    const { body } = await visitor.post('/api/invites/look', { code: operators });
    expect(body).toEqual({ firstname: '', lastname: '', connects: false });
    expect((await accept(grace, operators)).status).toBe(400);
    expect((await grace.circle()).body).toEqual([]);
  });
});

test('the limits of connecting hold, and a refused call uses nothing', async () => {
  const { limits } = moodring.context;
  const refusing = { ...limits, count: async () => Promise.reject(new Error('limited')) };
  await expect(
    acceptInvite({ ...moodring.context, limits: refusing }, { uid: grace.uid, isNew: true }, code, 'home'),
  ).rejects.toThrow('limited');
  expect(await uses()).toBe(0);
  expect((await grace.circle()).body).toEqual([]);
});

test('an operator’s invitation ends when it says, and is removed a month later', async () => {
  const { code: old, expiresAt } = await createOperatorInvite(database.pool, { days: 7, uses: 3 });
  const inAWeek = Date.now() + 7 * 24 * 60 * 60 * 1000;
  expect(expiresAt.getTime()).toBeGreaterThan(inAWeek - 60_000);
  expect(expiresAt.getTime()).toBeLessThan(inAWeek + 60_000);
  await database.pool.query(`update invites set expires_at = now() - interval '31 days' where code = $1`, [old]);
  await createOperatorInvite(database.pool, { days: 7, uses: 3 });
  expect(await uses(old)).toBeUndefined();
});
