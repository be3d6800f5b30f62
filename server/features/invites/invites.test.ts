import { beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { acceptInvite } from './accept-invite.ts';
import { createOperatorInvite } from './create-operator-invite.ts';

const { origin, visitor, database, moodring, signUp, insertMembers, texts, deleteTexts } = await startTestServer();

const DAY_MS = 24 * 60 * 60 * 1000;

let ada: Member;
let grace: Member;
/** Of Ada's link from before. */
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
const inviteOf = async (person: Member) => (await person.get(`/api/users/${person.uid}/invite`)).body;
const remove = async (block: boolean) => {
  await ada.connect(grace);
  return ada.remove(grace, block);
};
const block = () => ada.block(grace);
const look = (tried: string) => visitor.post('/api/invites/look', { code: tried });

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
  const inAWeek = Date.now() + 7 * DAY_MS;
  expect(expiresAt.getTime()).toBeGreaterThan(inAWeek - 60_000);
  expect(expiresAt.getTime()).toBeLessThan(inAWeek + 60_000);
  await database.pool.query(`update invites set expires_at = now() - interval '31 days' where code = $1`, [old]);
  await createOperatorInvite(database.pool, { days: 7, uses: 3 });
  expect(await uses(old)).toBeUndefined();
});

test('a link has 128 random bits behind #, and works for 30 days and 100 people', async () => {
  const { link, ...rest } = await inviteOf(ada);
  expect(rest).toEqual({ expiresAt: expect.any(Number), usesLeft: 100 });
  expect(link).toBe(`${origin}/join#${code}`);
  expect(Buffer.from(code, 'base64url')).toHaveLength(16);
  const inAMonth = Date.now() + 30 * DAY_MS;
  expect(rest.expiresAt).toBeGreaterThan(inAMonth - 60_000);
  expect(rest.expiresAt).toBeLessThan(inAMonth + 60_000);
  expect((await look(code)).body).toEqual({ firstname: 'Ada', lastname: 'Lovelace', connects: true });
});

test('a person has one link, which stays the same, also when twenty calls ask for the first one at once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => inviteOf(grace)));
  expect(new Set(answers.map(({ link }) => link)).size).toBe(1);
  expect(await inviteOf(grace)).toEqual(answers[0]);
});

test.each([
  ['has expired', "expires_at = now() - interval '1 second'"],
  ['is used up', 'uses = max_uses'],
])('a link that %s is replaced when its person looks at it', async (_, set) => {
  await database.pool.query(`update invites set ${set} where inviter = $1`, [ada.uid]);
  expect(await inviteOf(ada)).toMatchObject({ usesLeft: 100 });
  const replaced = await ada.inviteCode();
  expect(replaced).not.toBe(code);
  expect((await look(replaced)).status).toBe(200);
  expect((await look(code)).status).toBe(404);
});

test.each<[string, () => Promise<{ status: number }>]>([
  ['a block', block],
  ['a removal with a block', () => remove(true)],
  ['the choice to be asked first', () => ada.set({ asksFirst: true })],
])('after %s a link from before connects nobody and names nobody, like one that never was', async (_, decide) => {
  const [others, operators] = [
    await grace.inviteCode(),
    await createOperatorInvite(database.pool, { days: 7, uses: 3 }),
  ];
  expect((await decide()).status).toBe(200);
  const unknown = 'A'.repeat(22);
  const secondAccount = await signUp();
  for (const who of [visitor, secondAccount]) {
    const [ended, never] = [await who.post('/api/invites/look', { code }), await look(unknown)];
    expect([ended.status, ended.body]).toEqual([404, never.body]);
  }
  const { status } = await secondAccount.post('/api/invites/accept', { code });
  expect(status).toBe(404);
  expect((await ada.circle()).body).toEqual([]);
  expect(await ada.inviteCode()).not.toBe(code);
  for (const other of [others, operators.code, await ada.inviteCode()]) expect((await look(other)).status).toBe(200);
});

test('a friend who was removed by a person who asks first has to ask, also with a link from before', async () => {
  await ada.set({ asksFirst: true });
  code = await ada.inviteCode();
  // Ada opens the door herself.
  expect((await ada.connect(grace)).status).toBe(200);
  expect((await ada.remove(grace)).status).toBe(200);
  expect((await grace.post('/api/invites/accept', { code })).status).toBe(404);
  expect((await grace.connect(ada)).status).toBe(202);
  expect((await ada.circle()).body).toEqual([]);
  const secondAccount = await signUp();
  const renewed = await ada.inviteCode();
  expect((await secondAccount.post('/api/invites/accept', { code: renewed })).status).toBe(200);
});

test('a link stays when nothing new is decided', async () => {
  expect((await remove(false)).status).toBe(200);
  expect((await ada.set({ asksFirst: false, showsPhone: false })).status).toBe(200);
  expect(await ada.inviteCode()).toBe(code);
  await ada.set({ asksFirst: true });
  const renewed = await ada.inviteCode();
  await ada.set({ asksFirst: true });
  expect(await ada.inviteCode()).toBe(renewed);
});
