import { beforeEach, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { createOperatorInvite } from './create-operator-invite.ts';

const { origin, visitor, database, signUp } = await startTestServer();
const DAY_MS = 24 * 60 * 60 * 1000;

let ada: Member;
/** Has Ada's link from before. */
let sam: Member;
let samsSecondAccount: Member;
let code: string;
beforeEach(async () => {
  ada = await signUp();
  sam = await signUp({ firstname: 'Sam' });
  samsSecondAccount = await signUp({ firstname: 'Max' });
  code = await ada.inviteCode();
});

const inviteOf = async (person: Member) => (await person.get(`/api/users/${person.uid}/invite`)).body;
const remove = async (block: boolean) => {
  await ada.connect(sam);
  return ada.remove(sam, block);
};
const block = () => ada.block(sam);
const look = (tried: string) => visitor.post('/api/invites/look', { code: tried });

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
  const answers = await Promise.all(Array.from({ length: 20 }, () => inviteOf(sam)));
  expect(new Set(answers.map(({ link }) => link)).size).toBe(1);
  expect(await inviteOf(sam)).toEqual(answers[0]);
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
  const [others, operators] = [await sam.inviteCode(), await createOperatorInvite(database.pool, { days: 7, uses: 3 })];
  expect((await decide()).status).toBe(200);
  const unknown = 'A'.repeat(22);
  for (const who of [visitor, samsSecondAccount]) {
    const [ended, never] = [await who.post('/api/invites/look', { code }), await look(unknown)];
    expect([ended.status, ended.body]).toEqual([404, never.body]);
  }
  const { status } = await samsSecondAccount.post('/api/invites/accept', { code });
  expect(status).toBe(404);
  expect((await ada.circle()).body).toEqual([]);
  expect(await ada.inviteCode()).not.toBe(code);
  for (const other of [others, operators.code, await ada.inviteCode()]) expect((await look(other)).status).toBe(200);
});

test('a friend who was removed by a person who asks first has to ask, also with a link from before', async () => {
  await ada.set({ asksFirst: true });
  code = await ada.inviteCode();
  // Ada opens the door herself.
  expect((await ada.connect(sam)).status).toBe(200);
  expect((await ada.remove(sam)).status).toBe(200);
  expect((await sam.post('/api/invites/accept', { code })).status).toBe(404);
  expect((await sam.connect(ada)).status).toBe(202);
  expect((await ada.circle()).body).toEqual([]);
  const renewed = await ada.inviteCode();
  expect((await samsSecondAccount.post('/api/invites/accept', { code: renewed })).status).toBe(200);
});

test('a link stays when nothing new is decided', async () => {
  expect((await remove(false)).status).toBe(200);
  expect((await ada.set({ asksFirst: false, showsPhone: false })).status).toBe(200);
  expect(await ada.inviteCode()).toBe(code);
  await block();
  await ada.set({ asksFirst: true });
  const renewed = await ada.inviteCode();
  await block();
  await ada.set({ asksFirst: true });
  expect(await ada.inviteCode()).toBe(renewed);
});
