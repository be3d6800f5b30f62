import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client, Member } from '#fixtures/client.ts';
import { accountKey } from '#server/features/identity/index.ts';
import { insertAttempts } from '#tests/support/database/insert-attempts.ts';
import { openEndpoint } from '#tests/support/servers/endpoint.ts';
import { openMailServer } from '#tests/support/servers/mail-server.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const [mail, endpoint] = [await openMailServer(), await openEndpoint()];
afterAll(() => Promise.all([mail.close(), endpoint.close()]));
const { database, visitor, signUp, moodring, settled } = await startTestServer({
  rateLimits: true,
  trustProxy: 1,
  generalMessageUrl: endpoint.address,
  smtp: { url: mail.url, from: 'moodring@example.com' },
});
const { pool } = database;

let people = 0;
let ada: Member;
let grace: Member;
beforeEach(async () => {
  await pool.query('delete from limits');
  ada = await member();
  grace = await member();
  // Strangers have used up what can be asked for with Ada's email, and with one that has no account.
  for (const what of ['reset link', 'reset code'])
    for (const email of [ada.email, 'nobody@example.com'])
      await insertAttempts(pool, moodring.context.config.authSecret, {
        ...{ what, whom: accountKey(email), times: 10, ago: '2 hours' },
      });
});

/** Somebody with a proven phone. */
async function member(): Promise<Member> {
  people += 1;
  const person = await signUp({ email: `person.${people}@example.org`, phonenumber: `+1415555${6_000 + people}` });
  await pool.query('update users set phone_proven_at = now() where id = $1', [person.uid]);
  await person.post('/api/identity/sign-out');
  return person;
}

let networks = 0;
const ask = (way: 'link' | 'code', email: string, who: Client = visitor) => {
  const headers = { 'x-forwarded-for': `10.7.${networks >> 8}.${++networks & 255}` };
  return who.call('POST', `/api/recovery/${way}`, { email }, headers);
};
const mailsTo = (email: string) => mail.received.filter(({ to }) => to === email).length;
const textsTo = ({ phonenumber }: Member) =>
  endpoint.received.filter(({ body }) => body.phoneNumber === phonenumber).length;

describe('when strangers have used up an email’s requests', () => {
  test('a browser that has been signed in to the account gets a link and a code', async () => {
    expect((await ask('link', ada.email, ada)).status).toBe(200);
    expect((await ask('code', ada.email, ada)).status).toBe(200);
    await settled();
    expect([mailsTo(ada.email), textsTo(ada)]).toEqual([1, 1]);
  });

  test('unknown browsers are refused, for every email alike', async () => {
    for (const way of ['link', 'code'] as const) {
      const [known, unknown] = [await ask(way, ada.email), await ask(way, 'nobody@example.com')];
      expect([known.status, known.body]).toEqual([429, unknown.body]);
    }
  });

  test('a browser of somebody else gets the same answer for every email, and nothing is sent', async () => {
    const [known, unknown] = [await ask('link', ada.email, grace), await ask('link', 'nobody@example.com', grace)];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(Object.keys((await ask('code', ada.email, grace)).body)).toEqual(['ticket']);
    // The work in the background is done in order.
    await ask('link', grace.email, grace);
    await mail.next(grace.email);
    expect([mailsTo(ada.email), textsTo(ada)]).toEqual([0, 0]);
  });

  test('known browsers have five more a day together, so that no mailbox and no phone is flooded', async () => {
    for (const way of ['link', 'code'] as const)
      for (let n = 0; n < 8; n++) expect((await ask(way, ada.email, ada)).status).toBe(200);
    await settled();
    expect([mailsTo(ada.email), textsTo(ada)]).toEqual([5, 5]);
    await ask('link', grace.email, grace);
    await mail.next(grace.email);
    expect([mailsTo(ada.email), textsTo(ada)]).toEqual([5, 5]);
  });

  test('a forged cookie is no known browser', async () => {
    const forged = ada.cookie.replace(/(device=)[^;]*/, `$1${crypto.randomUUID()}.${'A'.repeat(43)}%3D`);
    const headers = { cookie: forged, 'x-forwarded-for': '10.8.0.1' };
    expect((await visitor.call('POST', '/api/recovery/link', { email: ada.email }, headers)).status).toBe(429);
  });
});
