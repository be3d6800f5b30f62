import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

/** One proxy: X-Forwarded-For says where a call comes from. */
const { visitor, database, signUp, forgetAttempts, sql } = await startTestServer({ rateLimits: true, trustProxy: 1 });

const ENDED = {
  status: 404,
  body: { error: { code: 'not_found', message: 'This invitation has run out. Ask your friend for a new link.' } },
};

const ada = await signUp({ firstname: 'Lena', lastname: 'Novak', phonenumber: '+14155550100' });
let code: string;
beforeEach(async () => {
  await suspendAda(false);
  await forgetAttempts();
  code = (await ada.post(`/api/users/${ada.uid}/invite`)).body.link.split('#')[1];
});

const unknown = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url');
const look = (tried: string, from = '203.0.113.1', who: Client = visitor) =>
  who.call('POST', '/api/invites/look', { code: tried }, { 'x-forwarded-for': from });
const suspendAda = (isSuspended: boolean) =>
  sql`update users set suspended_at = case when ${isSuspended} then now() end where id = ${ada.uid}`;
const change = (set: string) => database.pool.query(`update invites set ${set} where code = $1`, [code]);

test.each<[string, () => unknown]>([
  ['is unknown', unknown],
  ['was cut off', () => code.slice(0, -1)],
  ['is empty', () => ''],
  ['has expired', () => change("expires_at = now() - interval '1 millisecond'")],
  ['is used up', () => change('uses = max_uses')],
  ['was renewed', () => ada.post(`/api/users/${ada.uid}/invite`)],
  ['is a suspended person’s', () => suspendAda(true)],
])('a code that %s has the answer for an unknown code', async (_, end) => {
  const made = await end();
  const tried = typeof made === 'string' ? made : code;
  expect(await look(tried)).toMatchObject(ENDED);
  const grace = await signUp();
  const answer = await grace.post('/api/invites/accept', { code: tried });
  expect(answer).toMatchObject(ENDED);
  expect((await grace.circle()).body).toEqual([]);
});

describe('wrong codes', () => {
  test('a network has twenty an hour; who has a right code comes in all the same', async () => {
    for (let n = 0; n < 25; n++) expect((await look(code)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 30 }, () => look(unknown())));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await look(code)).status).toBe(200);
  });

  test('are counted together with those of accepting', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.3' };
    const grace = await signUp();
    const accept = () => grace.call('POST', '/api/invites/accept', { code: unknown() }, headers);
    for (let n = 0; n < 20; n++) expect((await accept()).status).toBe(404);
    expect((await accept()).status).toBe(429);
    expect((await look(unknown(), '203.0.113.3')).status).toBe(429);
  });

  test('of all networks together there are a thousand an hour; a right code works above that', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, n) => look(unknown(), `198.51.100.${n}`)));
    await sql`update limits set times = array(select now() from generate_series(1, 1000)) where what = 'invitation'`;
    expect((await look(unknown(), '192.0.2.1')).status).toBe(429);
    expect((await look(code, '192.0.2.2')).status).toBe(200);
  });
});
