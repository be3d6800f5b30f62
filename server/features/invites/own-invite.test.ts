import { beforeEach, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { origin, visitor, database, signUp } = await startTestServer();
const DAY_MS = 24 * 60 * 60 * 1000;

let ada: Member;
beforeEach(async () => {
  ada = await signUp({ firstname: 'Ada', lastname: 'Lovelace' });
});

const own = () => ada.get(`/api/users/${ada.uid}/invite`);
const renew = () => ada.post(`/api/users/${ada.uid}/invite`);
const look = (link: string) => visitor.post('/api/invites/look', { code: link.split('#')[1] });
const change = (set: string) => database.pool.query(`update invites set ${set} where inviter = $1`, [ada.uid]);

test('a link has 128 random bits behind #, and works for 30 days and 100 people', async () => {
  const { status, body } = await own();
  expect(status).toBe(200);
  expect(body).toEqual({ link: expect.any(String), expiresAt: expect.any(Number), usesLeft: 100 });
  expect(body.link.startsWith(`${origin}/join#`)).toBe(true);
  expect(Buffer.from(body.link.split('#')[1], 'base64url')).toHaveLength(16);
  const inAMonth = Date.now() + 30 * DAY_MS;
  expect(body.expiresAt).toBeGreaterThan(inAMonth - 60_000);
  expect(body.expiresAt).toBeLessThan(inAMonth + 60_000);
  expect((await look(body.link)).body).toEqual({ firstname: 'Ada', lastname: 'Lovelace', connects: true });
});

test('a person has one link, which stays the same, also when twenty calls ask for the first one at once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, own));
  expect(new Set(answers.map(({ body }) => body.link)).size).toBe(1);
  expect((await own()).body).toEqual(answers[0]!.body);
});

test.each([
  ['has expired', "expires_at = now() - interval '1 second'"],
  ['is used up', 'uses = max_uses'],
])('a link that %s is replaced when its person looks at it', async (_, set) => {
  const { link } = (await own()).body;
  await change(set);
  const { body } = await own();
  expect(body).toMatchObject({ usesLeft: 100 });
  expect(body.link).not.toBe(link);
  expect((await look(body.link)).status).toBe(200);
  expect((await look(link)).status).toBe(404);
});

test('a renewed link is another one, and the old one stops at once', async () => {
  const { link } = (await own()).body;
  await change('uses = 7');
  const { body } = await renew();
  expect(body).toMatchObject({ usesLeft: 100 });
  expect(body.link).not.toBe(link);
  expect((await own()).body).toEqual(body);
  expect((await look(link)).status).toBe(404);
  expect((await look(body.link)).status).toBe(200);
});
