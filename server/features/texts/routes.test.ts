import { beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { textsRoutes } from './routes.ts';

const SECRET = 'the secret of the endpoints';
const TEXT = { phoneNumber: '(415) 555-0100', message: ' Hello\n' };
/** Another program with the secret. */
const PROGRAM = { authorization: `Bearer ${SECRET}` };
/** The caller's network is the test's to choose. */
const SETTINGS = { messageEndpointSecret: SECRET, rateLimits: true, trustProxy: 1 };

const server = await startTestServer(SETTINGS);
const { forgetAttempts, insertAttempts } = server;
const small = await startTestServer({ ...SETTINGS, textsPerDay: 4 });
const { context } = server.moodring;
const { pool } = server.database;

const ada = await server.signUp();
// The first day of an account has a limit of its own.
await pool.query(`update users set created_at = now() - interval '30 days'`);
beforeEach(async () => {
  await pool.query('delete from texts');
  await forgetAttempts();
});

const HOME = '192.0.2.1';
/** What proves who calls: a session, or the secret. */
type Caller = { cookie?: string; authorization?: string; [name: string]: string | undefined };

const post = (kind: string, headers: Caller, body: object = TEXT, { to = server, network = HOME } = {}) =>
  to.visitor.call('POST', `/api/texts/${kind}`, body, { ...headers, 'x-forwarded-for': network });

const stored = async () => (await pool.query('select * from texts')).rows;

test.each(['general', 'welcome'])('a person sends a text as typed (%s), and it is stored first', async (kind) => {
  const response = await post(kind, { cookie: ada.cookie });
  expect([response.status, response.body]).toEqual([202, {}]);
  expect(await stored()).toMatchObject([
    { kind, cause: 'form', author: ada.uid, recipient: null, phone_number: '(415) 555-0100', message: ' Hello\n' },
  ]);
});

test.each([
  ['no session', {}],
  ['a made-up session', { cookie: 'better-auth.session_token=made.up' }],
  ['a wrong secret', { authorization: `Bearer ${SECRET}!` }],
  ['half the secret', { authorization: `Bearer ${SECRET.slice(0, -1)}` }],
  ['an empty secret', { authorization: 'Bearer ' }],
  ['the secret without Bearer', { authorization: SECRET }],
])('refused with 401: %s', async (_, headers) => {
  const response = await post('general', headers);
  expect(response.status).toBe(401);
  expect(response.body).toEqual({ error: { code: 'not_signed_in', message: 'User is not signed in.' } });
  expect(await stored()).toEqual([]);
});

test('another program with the secret is not limited, and a repeated call is one text', async () => {
  const key = crypto.randomUUID();
  for (let n = 0; n < 8; n++) expect((await post('general', PROGRAM)).status).toBe(202);
  for (let n = 0; n < 2; n++) expect((await post('general', { ...PROGRAM, 'idempotency-key': key })).status).toBe(202);
  const texts = await stored();
  expect(texts).toHaveLength(9);
  expect(texts.every((text) => text.author === null)).toBe(true);
});

test('without a secret in the settings every token is refused', async () => {
  const closed = textsRoutes({ ...context, config: { ...context.config, messageEndpointSecret: undefined } });
  for (const authorization of ['Bearer undefined', 'Bearer ', 'Bearer null']) {
    const call = { method: 'POST', headers: { authorization }, body: JSON.stringify(TEXT) };
    expect((await closed.request('/texts/general', call)).status).toBe(401);
  }
});

test('the longest text is taken, with every character escaped', async () => {
  const message = `x${'\u0001'.repeat(1529)}`;
  expect((await post('general', PROGRAM, { ...TEXT, message })).status).toBe(202);
  expect(await stored()).toMatchObject([{ message }]);
});

test.each<[unknown, string]>([
  [{ phoneNumber: 'my number', message: 'Hi' }, 'A phone number needs digits.'],
  [{ phoneNumber: '', message: 'Hi' }, 'A phone number needs digits.'],
  [{ phoneNumber: '1', message: ' \n ' }, 'A message needs some text.'],
  [{ phoneNumber: '1', message: '' }, 'A message needs some text.'],
  [{ phoneNumber: '1' }, 'A message is needed, as text.'],
  [{ message: 'Hi' }, 'A phone number is needed, as text.'],
  [{ phoneNumber: 1, message: 'Hi' }, 'A phone number is needed, as text.'],
  [{ phoneNumber: '1', message: 'x'.repeat(1531) }, 'A message has at most 1530 characters.'],
  [{ phoneNumber: '1'.repeat(41), message: 'Hi' }, 'A phone number has at most 40 characters.'],
  [null, 'That request could not be read.'],
  [['1', 'Hi'], 'That request could not be read.'],
])('%j is refused: %s', async (body, message) => {
  const refused = await post('general', PROGRAM, body as object);
  expect([refused.status, refused.body]).toEqual([400, { error: { code: 'invalid', message } }]);
  expect(await stored()).toEqual([]);
});

test('a body that is too large is refused, without a session before it is read; so is one that is not UTF-8', async () => {
  const large = { ...TEXT, message: 'x'.repeat(20_000) };
  const refused = await post('general', PROGRAM, large);
  expect([refused.status, refused.body.error.code]).toEqual([413, 'too_large']);
  expect((await post('general', {}, large)).status).toBe(401);
  const body = new Uint8Array(Buffer.from('{"phoneNumber":"1","message":"\xff"}', 'latin1'));
  const headers = { ...PROGRAM, 'content-type': 'application/json' };
  expect((await fetch(`${server.origin}/api/texts/general`, { method: 'POST', headers, body })).status).toBe(400);
});

describe('limits', () => {
  const sentByHand = (times: number, what: string, whom: string) =>
    insertAttempts({ what: `text by hand, ${what}`, whom, times, ago: '1 hour' });

  test('twenty a day from one subscriber’s networks, from any of their accounts, and twenty to one number', async () => {
    await sentByHand(19, 'network', '2001:db8:1::/48');
    const from = (network: string) => post('general', { cookie: ada.cookie }, TEXT, { network });
    expect((await from('2001:db8:1:1::1')).status).toBe(202);
    const refused = await from('2001:db8:1:2::1');
    expect(refused.body.error.message).toBe('Texts of your network: at most 20 a day. Please try again later.');
    await sentByHand(19, 'number', '+14155550177');
    const to = { ...TEXT, phoneNumber: '(415) 555-0177' };
    expect((await post('general', { cookie: ada.cookie }, to, { network: '192.0.2.2' })).status).toBe(202);
    const again = { ...TEXT, phoneNumber: '+1 415 555 0177' };
    const full = await post('general', { cookie: ada.cookie }, again, { network: '192.0.2.3' });
    expect(full.body.error.message).toBe('Texts to this number: at most 20 a day. Please try again later.');
  });

  test('thirty numbers a minute are read for the people of one network, also those that get no text', async () => {
    await insertAttempts({ what: 'check a phone number, network', whom: HOME, times: 30, ago: '10 seconds' });
    const typed = { ...TEXT, phoneNumber: '12345' };
    expect((await post('general', { cookie: ada.cookie }, typed)).status).toBe(429);
    expect((await post('general', PROGRAM, typed)).status).toBe(400);
  });

  test('while limits cannot be counted, no text by hand is stored, of 60 calls at once', async () => {
    await pool.query('alter table limits rename to elsewhere');
    const many = await Promise.all(Array.from({ length: 60 }, () => post('general', { cookie: ada.cookie })));
    await pool.query('alter table elsewhere rename to limits');
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([503]));
    expect(await stored()).toEqual([]);
  });

  test('texts beyond the installation’s daily budget are refused and not stored, also from other programs', async () => {
    const words = "The day's texts are used up (TEXTS_PER_DAY). Only texts that ask for support go out";
    small.expectError(words);
    const grace = await small.signUp();
    const call = (headers: Caller) => post('general', headers, TEXT, { to: small });
    const callers = [{ cookie: grace.cookie }, PROGRAM];
    for (const headers of [...callers, callers[0]!]) expect((await call(headers)).status).toBe(202);
    for (const headers of callers) {
      const refused = await call(headers);
      expect([refused.status, refused.body]).toEqual([
        429,
        { error: { code: 'too_many', message: 'No more texts can be sent today. Please try again later.' } },
      ]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23.9 * 60 * 60);
    }
    expect((await small.database.pool.query('select from texts')).rowCount).toBe(3);
    expect(small.log.lines.filter(({ level }) => level === 50).map(({ msg }) => msg)).toEqual([words]);
  });
});

test('a number that may not be texted is refused for people and programs, and not counted as a text', async () => {
  for (const headers of [{ cookie: ada.cookie }, PROGRAM]) {
    const refused = await post('general', headers, { ...TEXT, phoneNumber: '12345' });
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: { code: 'invalid', message: 'That is not a whole phone number.' } },
    ]);
  }
  expect(await stored()).toEqual([]);
  const { rows } = await pool.query('select what from limits');
  expect(rows).toEqual([{ what: 'check a phone number, network' }]);
});

test('a number in other digits is stored in the digits 0 to 9, which every gateway reads', async () => {
  const response = await post('general', { cookie: ada.cookie }, { ...TEXT, phoneNumber: '（４１５） 555-0100' });
  expect(response.status).toBe(202);
  expect(await stored()).toMatchObject([{ phone_number: '(415) 555-0100' }]);
});
