import { afterAll, beforeEach, expect, test } from 'vitest';
import { openEndpoint, status } from '#tests/support/servers/endpoint.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { signAsAndroid } from '#tests/support/wire/sign-webhook.ts';

const KEY = 'the key of the app';
const phone = await openEndpoint();
phone.answer = status(202);
afterAll(() => phone.close());
const server = await startTestServer({
  android: { url: new URL(phone.address).origin, user: 'sms', password: 'of the app', webhookKey: KEY },
  textReplies: true,
  textFooter: 'Reply STOP to stop.',
  rateLimits: true,
});
const { database, origin, settled, deleteTexts, forgetAttempts } = server;

const ada = await server.signUp();
const grace = await server.signUp({ phonenumber: '(415) 555-0101' });
await grace.connect(ada);
await settled();
beforeEach(async () => {
  await deleteTexts();
  await database.pool.query('delete from asks');
  await forgetAttempts();
  phone.received.length = 0;
});

const sent = () =>
  phone.received.map(({ body }) => (body as unknown as { textMessage: { text: string } }).textMessage.text);

async function says(message: string, receivedAt = new Date()): Promise<number> {
  const payload = { messageId: 'abc', message, sender: '+14155550101', receivedAt: receivedAt.toISOString() };
  const event = { event: 'sms:received', payload, deviceId: 'd', id: 'e', webhookId: 'w' };
  const { body, headers } = signAsAndroid(KEY, event);
  return (await fetch(`${origin}/api/texts/android`, { method: 'POST', headers, body })).status;
}

async function asks(): Promise<void> {
  await ada.choose('Dark');
  await settled();
  expect(sent().at(-1)).toMatch(/^Your friend Ada/);
  phone.received.length = 0;
}

const answer = async () =>
  (await database.pool.query('select answer from ask_recipients where answer is not null')).rows[0]?.answer;

test('the words go back as a text, without the operator’s words; the app may bring a text twice', async () => {
  await asks();
  const at = new Date();
  expect(await says('1', at)).toBe(204);
  expect(await answer()).toBe('yes');
  expect(sent()).toEqual(['Thank you. Ada can see that you will reach out.']);
  await says('2', new Date(Date.now() + 1));
  await says('1', at);
  expect(await answer()).toBe('no');
  expect(sent()).toHaveLength(2);
});

test('an old 1 that the app brings late does not answer a newer ask', async () => {
  await asks();
  await says('1', new Date(Date.now() - 60 * 60_000));
  expect(await answer()).toBeUndefined();
  expect(sent()).toEqual(['Nothing to answer right now. Thank you for being there.']);
});
