import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Client, type Member } from '#fixtures/client.ts';
import { RateLimitExceeded } from '#server/limits/index.ts';
import { status } from '#tests/support/servers/endpoint.ts';
import { startTextedServer } from '#tests/support/servers/texted-server.ts';

const SECRET = 'the secret of the endpoint';
const server = await startTextedServer({
  messageEndpointSecret: SECRET,
  rateLimits: true,
});
const { endpoint, database, origin, settled, deleteTexts, forgetAttempts, allRows } = server;

const ada = await server.signUp();
beforeEach(async () => {
  await deleteTexts();
  await database.pool.query('delete from text_stops');
  await forgetAttempts();
});

/** A program without cookies. */
const program = new Client(origin);
const post = (path: string, body: object, secret = SECRET) =>
  program.call('POST', path, body, { origin: '', authorization: `Bearer ${secret}` });

/** A text by Ada that the endpoint has taken. @returns the id that the endpoint got */
async function sendText(message = 'Hello'): Promise<string> {
  await ada.post('/api/texts/general', { phoneNumber: '+1 415 555 0101', message });
  await settled();
  expect(await list()).toMatchObject([{ status: 'sent' }]);
  return endpoint.keys().at(-1)!;
}

const list = async () =>
  (await database.pool.query('select id, provider_id, status, delivery from texts order by created_at desc')).rows;

test('the endpoint reports under the id of the Idempotency-Key; the body of a text has two fields as before', async () => {
  endpoint.answer = status(200, {}, '{"sid":"SM1"}');
  const id = await sendText();
  expect(endpoint.received.at(-1)?.body).toEqual({ phoneNumber: '+1 415 555 0101', message: 'Hello' });
  expect(await list()).toMatchObject([{ id, provider_id: 'SM1', status: 'sent', delivery: null }]);
  for (const [status, delivery] of [
    ['sent', 'sent'],
    ['undelivered', 'undelivered'],
    ['sent', 'undelivered'],
    ['delivered', 'delivered'],
    ['undelivered', 'delivered'],
  ] as const) {
    expect(await post(`/api/texts/${id}/status`, { status })).toMatchObject({ status: 200, body: {} });
    expect(await list()).toMatchObject([{ id, delivery }]);
  }
});

describe('a call without the secret is 403 and changes no row:', () => {
  test.each([
    ['a wrong secret', 'the secret of the endpoinT'],
    ['none', ''],
  ])('%s', async (_, secret) => {
    const id = await sendText();
    const before = await allRows();
    for (const [path, body] of [
      [`/api/texts/${id}/status`, { status: 'undelivered' }],
      ['/api/texts/incoming', { phoneNumber: '+14155550101', message: 'STOP' }],
    ] as const) {
      const { status, body: answer } = await post(path, body, secret);
      expect([status, answer.error.code]).toEqual([403, 'not_the_gateway']);
    }
    expect(await allRows()).toBe(before);
  });

  test('a signed-in person, also about their own text', async () => {
    const id = await sendText();
    expect((await ada.post(`/api/texts/${id}/status`, { status: 'delivered' })).status).toBe(403);
    expect((await ada.post('/api/texts/incoming', { phoneNumber: '+14155550101', message: 'STOP' })).status).toBe(403);
    expect(await list()).toMatchObject([{ delivery: null }]);
  });

  test('the open form stops nobody’s texts', async () => {
    await sendText('STOP');
    expect((await database.pool.query('select from text_stops')).rowCount).toBe(0);
  });
});

test.each([
  ['an unknown text', () => crypto.randomUUID(), { status: 'delivered' }, 404],
  ['no id', () => 'x', { status: 'delivered' }, 404],
  ['an unknown status', () => sendText(), { status: 'read' }, 400],
  ['a forged field', () => sendText(), { status: 'delivered', error: 7 }, 400],
  ['no JSON', () => sendText(), [], 400],
])('a report about %s is refused', async (_, id, body, expected) => {
  const text = await id();
  const before = await allRows();
  expect((await post(`/api/texts/${text}/status`, body)).status).toBe(expected);
  expect(await allRows()).toBe(before);
});

describe('a text to the endpoint’s number', () => {
  const says = async (message: string, phoneNumber = '(415) 555-0101') =>
    (await post('/api/texts/incoming', { phoneNumber, message })).body;
  const ABOUT = `Moodring texts you when a friend asks for support or writes to you. Reply STOP for no more. ${origin}/help`;

  test('is answered with the words to text back', async () => {
    expect(await says('start')).toEqual({ reply: null });
    expect(await says('STOP')).toEqual({ reply: 'You get no more texts from Moodring. START brings them back.' });
    expect(await says('please stop', '+1 415 555 0101')).toEqual({ reply: null });
    expect(await says('help')).toEqual({ reply: ABOUT });
    expect(await says('start')).toEqual({ reply: ABOUT });
    expect(await says('start')).toEqual({ reply: null });
    expect(await says('Thank you!')).toEqual({ reply: null });
  });

  test('is answered ten times a day; a STOP still counts after that', async () => {
    for (let n = 0; n < 10; n++) expect(await says('help')).toEqual({ reply: ABOUT });
    for (const message of ['help', 'STOP']) expect(await says(message)).toEqual({ reply: null });
    expect((await database.pool.query('select from text_stops where stopped')).rowCount).toBe(1);
  });

  test.each<[string, () => unknown]>([
    [
      '300 answers a day to all numbers',
      () => server.insertAttempts({ what: 'answers to a number, all', whom: 'all', times: 300 }),
    ],
    [
      'the day’s texts',
      () =>
        vi.spyOn(server.moodring.context.outbox, 'admit').mockRejectedValueOnce(new RateLimitExceeded(() => 'full', 5)),
    ],
  ])('after %s it is not answered, and a STOP counts', async (_, use) => {
    await use();
    expect(await says('STOP', '+14155550188')).toEqual({ reply: null });
    expect((await database.pool.query('select from text_stops where stopped')).rowCount).toBe(1);
  });

  test('however a number is written it is one phone, and a number that begins alike is another', async () => {
    await says('STOP', '+49 1512 3456789');
    expect((await database.pool.query('select phone from text_stops')).rows).toEqual([{ phone: '+4915123456789' }]);
    const grace = await server.signUp({ phonenumber: '0049 1512 3456789' });
    const alan = await server.signUp({ phonenumber: '+49 1512 345678' });
    const other = await server.signUp({ phonenumber: '+49 1512 3456789' });
    await database.pool.query('update users set phone_proven_at = now() where id <> $1', [other.uid]);
    const settings = async (who: Member) => (await who.get(`/api/users/${who.uid}/settings`)).body.textsStopped;
    expect([await settings(grace), await settings(alan), await settings(other)]).toEqual([true, false, false]);
  });
});

test.each([
  ['(415) 555-0101', true],
  ['hello', false],
  ['900 555 0123', false],
  ['', false],
])('whether texts can reach %j: %s', async (phoneNumber, canText) => {
  const { body } = await server.visitor.post('/api/phone-numbers/check', { phoneNumber });
  expect(body).toEqual({ canText });
});
