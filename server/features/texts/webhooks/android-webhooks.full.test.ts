import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { openEndpoint, status } from '#tests/support/servers/endpoint.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { signAsAndroid } from '#tests/support/wire/sign-webhook.ts';

const KEY = 'the key of the app';
const phone = await openEndpoint();
const url = new URL(phone.address).origin;
const server = await startTestServer({
  android: { url, user: 'sms', password: 'of the app', webhookKey: KEY },
  textFooter: 'Reply STOP to stop.',
  databaseUrl: 'shared',
  rateLimits: true,
});
const { database, origin, settled, deleteTexts, forgetAttempts, allRows } = server;
afterAll(() => phone.close());

const [ada, grace] = [await server.signUp(), await server.signUp({ phonenumber: '(415) 555-0101' })];
await ada.connect(grace);
const other = await startOtherNode(server);
afterAll(() => other.stop());
beforeEach(async () => {
  await settled();
  await deleteTexts();
  await database.pool.query('delete from text_stops');
  await forgetAttempts();
  phone.received.length = 0;
  phone.answer = status(202);
});

const GRACES = '+14155550101';
const sent = () => phone.received.map(({ body }) => body as unknown as Sent);
interface Sent {
  id: string;
  textMessage: { text: string };
  phoneNumbers: string[];
}

/** The app's report, to one node. */
async function report(event: string, payload: object, { at, key = KEY }: { at?: number; key?: string } = {}) {
  const { body, headers } = signAsAndroid(key, { event, payload, deviceId: 'd', id: 'e', webhookId: 'w' }, at);
  const response = await fetch(`${origin}/api/texts/android`, { method: 'POST', headers, body });
  return response.status;
}

const says = (message: string, receivedAt = new Date(), phoneNumber = GRACES) =>
  report('sms:received', { messageId: 'abc', message, phoneNumber, receivedAt: receivedAt.toISOString() });

/** A call for support by Ada, which Grace gets. @returns its id */
async function callForSupport(): Promise<string> {
  const before = phone.received.length;
  await ada.choose('Dark');
  await settled();
  expect(phone.received.length).toBe(before + 1);
  expect(await texts()).toMatchObject([{ status: 'sent' }]);
  return sent().at(-1)!.id;
}

async function texts() {
  const { rows } = await database.pool.query(
    'select id, status, delivery, delivery_error as reason, last_error as error from texts order by created_at',
  );
  return rows;
}

const stops = async () => (await database.pool.query('select phone, stopped from text_stops')).rows;

test('a call for support goes to the phone with the operator’s words, and an export shows it without them', async () => {
  await callForSupport();
  const [text] = sent();
  expect(text!.phoneNumbers).toEqual([GRACES]);
  expect(text!.textMessage.text).toMatch(/^Your friend Ada Lovelace can really .*\nReply STOP to stop\.$/);
  const { textsReceived } = (await grace.get(`/api/users/${grace.uid}/export`)).body;
  expect(textsReceived[0].message).not.toContain('Reply STOP');
});

describe('receipts', () => {
  test.each([
    [['sms:sent'], 'sent'],
    [['sms:sent', 'sms:delivered'], 'delivered'],
    [['sms:delivered', 'sms:sent'], 'delivered'],
    [['sms:delivered', 'sms:delivered', 'sms:failed'], 'delivered'],
    [['sms:failed', 'sms:sent'], 'undelivered'],
    [['sms:failed', 'sms:failed', 'sms:delivered'], 'delivered'],
  ])('%j leaves the text %s', async (events, delivery) => {
    const id = await callForSupport();
    for (const event of events) expect(await report(event, { messageId: id, phoneNumber: GRACES })).toBe(204);
    expect(await texts()).toMatchObject([{ id, status: 'sent', delivery }]);
  });

  test('a text that the network failed has the reason, with no number in it', async () => {
    const id = await callForSupport();
    const reason = 'Failed to send to +1 (415) 555-0101: RESULT_ERROR_NO_SERVICE\n';
    await report('sms:failed', { messageId: id, reason });
    const failed = {
      id,
      status: 'sent',
      delivery: 'undelivered',
      reason: 'Failed to send to …: RESULT_ERROR_NO_SERVICE',
    };
    expect(await texts()).toMatchObject([failed]);
  });

  test('a report that is faster than the answer to the text is not lost', async () => {
    let reporting: Promise<number> | undefined;
    phone.answer = (response, { body }) => {
      reporting = report('sms:delivered', { messageId: body.id });
      // biome-ignore lint/plugin: a gateway that answers after its report
      setTimeout(() => response.writeHead(202).end(), 200);
    };
    await callForSupport();
    expect(await reporting).toBe(204);
    expect(await texts()).toMatchObject([{ delivery: 'delivered' }]);
  });

  test('an unknown text is 404, so the app tries again; texts of other programs on the phone are none of ours', async () => {
    expect(await report('sms:delivered', { messageId: crypto.randomUUID() })).toBe(404);
    expect(await report('sms:delivered', { messageId: 'zXDYfTmTVf3iMd16zzdBj' })).toBe(204);
    expect(await report('system:ping', { health: {} })).toBe(204);
  });
});

describe('STOP', () => {
  test('is answered, and no text goes to that phone any more, from any node, until START', async () => {
    expect(await says('Stop.')).toBe(204);
    const [answer] = sent();
    expect(answer).toMatchObject({
      phoneNumbers: [GRACES],
      textMessage: { text: 'You get no more texts from Moodring. START brings them back.' },
    });

    for (const node of [ada, other.as(ada)]) {
      await node.put(`/api/users/${ada.uid}/info/mood`, { mood: 'Purple' });
      await node.say(grace);
      await node.post('/api/texts/general', { phoneNumber: '1 (415) 555 0101', message: 'Hello' });
      await node.post('/api/texts/welcome', { phoneNumber: '415.555.0101', message: 'Hello' });
    }
    await settled();
    expect((await texts()).map((text) => text.status)).toEqual(Array(8).fill('cancelled'));
    expect(new Set((await texts()).map(({ error }) => error))).toEqual(
      new Set(['held back: STOP was texted from that phone']),
    );
    expect(phone.received).toHaveLength(1);

    expect(await says('START')).toBe(204);
    expect(sent()[1]!.textMessage.text).toBe(
      `Moodring texts you when a friend asks for support or writes to you. Reply STOP for no more. ${origin}/help`,
    );
    await deleteTexts();
    await callForSupport();
  });

  test('the person reads it in their settings, and others read nothing', async () => {
    await database.pool.query('update users set phone_proven_at = now() where id = $1', [grace.uid]);
    await report('sms:received', { message: 'STOP', sender: GRACES, recipient: '+14155550199' });
    const settings = (who: Member) => who.get(`/api/users/${who.uid}/settings`).then(({ body }) => body);
    expect(await settings(grace)).toMatchObject({
      textsStopped: true,
      startNumber: '+14155550199',
      phoneRefused: false,
    });
    expect(await settings(ada)).toMatchObject({ textsStopped: false, startNumber: null });
    expect((await grace.get(`/api/users/${grace.uid}/export`)).body.settings).toMatchObject({ textsStopped: true });
  });

  test('other texts to the phone are neither stored, answered nor logged', async () => {
    const lines = server.log.lines.length;
    const before = await allRows();
    for (const message of ['Your code is 123456', 'YES', 'See you at eight', '']) await says(message);
    await says('STOP', new Date(), '22395');
    await says('STOP', new Date(), 'Bank');
    expect(await allRows()).toBe(before);
    expect(phone.received).toEqual([]);
    expect(server.log.lines.slice(lines)).toEqual([]);
  });

  test('stays when its person deletes the account', async () => {
    const leaver = await server.signUp({ phonenumber: '+14155550105' });
    await says('STOP', new Date(), '+14155550105');
    await leaver.leave();
    expect(await stops()).toEqual([{ phone: '+14155550105', stopped: true }]);
  });

  test('an answer that the phone does not take is given up, and the STOP counts', async () => {
    phone.answer = status(503);
    expect(await says('STOP')).toBe(204);
    expect(server.log.lines.at(-1)).toMatchObject({ msg: 'The answer to a text could not be sent' });
    expect(await stops()).toEqual([{ phone: GRACES, stopped: true }]);
  });
});
