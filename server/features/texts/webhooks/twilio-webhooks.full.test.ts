import { beforeEach, describe, expect, test } from 'vitest';
import { en } from '#languages';
import { startTextedServer } from '#tests/support/servers/texted-server.ts';
import { signAsTwilio } from '#tests/support/wire/sign-webhook.ts';
import { reportStopped } from '../stops/text-stops.ts';

const TOKEN = 'the token of the account';
// Welcome texts go through Twilio, all others to an endpoint.
const { database, origin, allRows, sql } = await startTextedServer({
  twilio: { accountSid: `AC${'7'.repeat(32)}`, authToken: TOKEN, from: '+14155550199' },
  messageEndpointSecret: 'the secret of the endpoint',
});
beforeEach(() => sql`delete from texts; delete from text_stops`);

const PHONE = '+14155550101';

/** A text that a gateway has taken. @returns its id */
async function storeSent(kind: 'welcome' | 'general' = 'welcome'): Promise<string> {
  const rows = await sql<{ id: string }>`insert into texts (kind, cause, phone_number, message, status, next_attempt_at)
     values (${kind}, 'form', '4155550101', 'Hello', 'sent', null) returning id`;
  return rows[0]!.id;
}

async function call(path: string, fields: Record<string, string>, { token = TOKEN, signedFor = path } = {}) {
  const { body, headers } = signAsTwilio(token, origin + signedFor, { AccountSid: 'AC7', ...fields });
  const response = await fetch(origin + path, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

const report = (id: string, MessageStatus: string, fields = {}, how = {}) =>
  call(`/api/texts/twilio?text=${id}`, { MessageSid: 'SM1', To: PHONE, MessageStatus, ...fields }, how);
const says = (Body: string, fields = {}) =>
  call('/api/texts/incoming', { MessageSid: 'SM2', From: PHONE, To: '+14155550199', Body, ...fields });

const answer = (words?: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>${words ? `<Response><Message>${words}</Message></Response>` : '<Response/>'}`;

const delivery = async (id: string) =>
  (await sql`select delivery, delivery_error as reason from texts where id = ${id}`)[0];
const stops = async () => await sql`select phone, said_to from text_stops where stopped and until > now()`;

describe('receipts', () => {
  test.each([
    [['sent', 'delivered'], { delivery: 'delivered', reason: null }],
    [['delivered', 'sent', 'queued'], { delivery: 'delivered', reason: null }],
    [['undelivered', 'sent', 'undelivered'], { delivery: 'undelivered', reason: 'Twilio reported 30003' }],
    [['failed'], { delivery: 'undelivered', reason: 'Twilio reported 30003' }],
    [['accepted', 'queued', 'sending'], { delivery: null, reason: null }],
  ])('%j', async (states, expected) => {
    const id = await storeSent();
    for (const state of states) {
      const fields = /undelivered|failed/.test(state) ? { ErrorCode: '30003' } : {};
      expect(await report(id, state, fields)).toMatchObject({ status: 204, text: '' });
    }
    expect(await delivery(id)).toEqual(expected);
  });

  test('21610 stops texts to that phone for a day, until Twilio is asked again; its text counts as held back', async () => {
    const id = await storeSent();
    await report(id, 'sent');
    expect((await report(id, 'failed', { ErrorCode: '21610' })).status).toBe(204);
    expect(await delivery(id)).toEqual({ delivery: null, reason: null });
    const rows = await sql`select status, last_error as reason from texts where id = ${id}`;
    expect(rows).toEqual([{ status: 'cancelled', reason: 'held back: STOP was texted from that phone' }]);
    expect(await stops()).toEqual([{ phone: PHONE, said_to: null }]);
    await sql`update text_stops set until = until - interval '1 day'`;
    expect(await stops()).toEqual([]);
  });

  test('the text of another gateway, or none: 404, and no row changes', async () => {
    const id = await storeSent('general');
    const before = await allRows();
    expect((await report(id, 'delivered')).status).toBe(404);
    expect((await report(crypto.randomUUID(), 'delivered')).status).toBe(404);
    expect((await report('x', 'delivered')).status).toBe(404);
    expect(await allRows()).toBe(before);
  });
});

describe('texts to Twilio’s number', () => {
  test('what Twilio understood comes first, in any language', async () => {
    await says('ARRET', { OptOutType: 'STOP' });
    expect(await stops()).toHaveLength(1);
    await says('stop', { OptOutType: 'HELP' });
    await says('OUI', { OptOutType: 'START' });
    expect(await stops()).toEqual([]);
  });

  test.each([' Stop ', 'OPTOUT', 'START', 'help'])('%j, which Twilio answers, gets no second answer', async (word) => {
    if (word === 'START') await reportStopped(database.pool, PHONE);
    expect((await says(word)).text).toBe(answer());
  });

  test('a wish that Twilio does not know is answered, once', async () => {
    expect((await says('Arrêter')).text).toBe(answer(en.youGetNoMoreTexts));
    expect(await stops()).toHaveLength(1);
    expect((await says('please stop')).text).toBe(answer());
    const how = en.whenMoodringTextsYou({ link: `${origin}/help` });
    expect((await says('réactiver')).text).toBe(answer(how));
    expect(await stops()).toEqual([]);
    expect((await says('Hilfe')).text).toBe(answer(how));
    expect((await says('Stop, please.')).text).toBe(answer(en.youGetNoMoreTexts));
    expect((await says('ARRET', { OptOutType: 'STOP' })).text).toBe(answer());
  });
});

test('a stop that Twilio reports does not shorten a STOP that was texted', async () => {
  await says('STOP');
  await reportStopped(database.pool, PHONE);
  const rows = await sql`select until = 'infinity' as forever, said_to from text_stops`;
  expect(rows).toEqual([{ forever: true, said_to: '+14155550199' }]);
});
