import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { Client, cookiesOf, type Member, PASSWORD } from '#fixtures/client.ts';
import { sqlOn } from '#fixtures/sql.ts';
import { startTextedServer } from '#tests/support/servers/texted-server.ts';

const { endpoint, origin, database, insertMembers, connectAll } = await startTextedServer({
  rateLimits: true,
  trustProxy: 1,
});
const sql = sqlOn(() => database.pool);

const HOME = '192.0.2.1';
const FRIENDS = 40;
const NEWCOMERS = 10;
/** Connections of each newcomer: 40 in all. */
const NEW_FRIENDS = 4;
/** 2,000 messages in all. */
const MESSAGES_EACH = 40;
const MOODS = 20;

/** Makes a call from the home network, and expects 200. */
async function calls(who: Client, from: string, method: string, path: string, body?: unknown) {
  const answer = await who.call(method, path, body, { 'x-forwarded-for': from });
  expect([path, answer.status, answer.body?.error]).toEqual([path, 200, undefined]);
  return answer;
}

/** Signs up and signs in a new person in the home network. */
async function arrive(n: number): Promise<{ who: Client; uid: string }> {
  const email = `newcomer${n}@example.com`;
  const profile = { firstname: 'New', lastname: `Comer ${n}`, name: '', email, phonenumber: `+1415556${1000 + n}` };
  await calls(new Client(origin), HOME, 'POST', '/api/identity/sign-up/email', { ...profile, password: PASSWORD });
  const who = new Client(origin);
  const answer = await calls(who, HOME, 'POST', '/api/identity/sign-in/email', { email, password: PASSWORD });
  who.cookie = cookiesOf(answer);
  return { who, uid: answer.body.user.id };
}

test('a very lively hour of a circle of 50 meets no limit, and all texts are sent', async () => {
  const friends = await insertMembers(FRIENDS);
  await connectAll(friends);
  const homeOf = (member: Member) => `198.51.100.${friends.indexOf(member) % 8}`;
  const newcomers = await Promise.all(Array.from({ length: NEWCOMERS }, (_, n) => arrive(n)));
  // They have confirmed their phones: an unconfirmed one gets 50 texts a day (PHONE_PROOF).
  await sql(`update users set phone_proven_at = now()`);

  const chats: [who: Client, from: string, receiver: string][] = [];
  for (const [n, { who, uid }] of newcomers.entries()) {
    await calls(who, HOME, 'POST', '/api/users/search', { query: 'Friend' });
    for (let m = 0; m < NEW_FRIENDS; m++) {
      const { uid: other } = friends[n * NEW_FRIENDS + m]!;
      await calls(who, HOME, 'PUT', `/api/users/${uid}/connections/${other}`);
      chats.push(
        ...Array.from({ length: MESSAGES_EACH / NEW_FRIENDS }, () => [who, HOME, other] as (typeof chats)[number]),
      );
    }
  }
  for (const [n, friend] of friends.entries()) {
    const other = friends[(n + 1) % FRIENDS]!.uid;
    chats.push(
      ...Array.from({ length: MESSAGES_EACH }, () => [friend, homeOf(friend), other] as (typeof chats)[number]),
    );
  }
  expect(chats).toHaveLength(2_000);
  await Promise.all(
    chats.map(([who, from, receiver]) =>
      calls(who, from, 'POST', '/api/messages', { id: randomUUID(), receiver, content: 'Hello' }),
    ),
  );
  for (let n = 0; n < MOODS; n++) {
    const friend = friends[n % 5]!;
    const path = `/api/users/${friend.uid}/info/mood`;
    const { body } = await calls(friend, homeOf(friend), 'PUT', path, { mood: n % 2 ? 'Dark' : 'Green' });
    expect(body.textsLimited).toBe(false);
  }

  const left = () =>
    sql(
      `select status, last_error from texts where status <> 'sent'
       union all select 'no texts yet', cause from causes`,
    );
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 120_000, interval: 500 });
  expect(endpoint.received.length).toBeGreaterThan(2_000);
}, 240_000);
