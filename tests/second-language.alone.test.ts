import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { Client, type Member, PASSWORD } from '#fixtures/client.ts';
import type { Words } from '#languages';
import { startPushTestServer } from '#tests/support/push/push-test-server.ts';
import { openEndpoint } from '#tests/support/servers/endpoint.ts';
import { openMailServer } from '#tests/support/servers/mail-server.ts';

/** A second language beside English: the same words in brackets, and a STOP of its own. */
vi.mock(import('#languages'), async (load) => {
  const { en } = await load();
  const inBrackets = Object.entries(en).map(([name, words]: [string, unknown]) => [
    name,
    typeof words === 'function' ? (values: object) => `[${words(values)}]` : `[${words}]`,
  ]);
  const second = { ...Object.fromEntries(inBrackets), stopWords: 'ALTO', startWords: 'sigue', helpWords: 'ayuda' };
  return { en, second: second as Words };
});

const SECRET = 'the secret of the endpoint';
const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const mail = await openMailServer();
afterAll(() => mail.close());
const server = await startPushTestServer({
  generalMessageUrl: endpoint.address,
  messageEndpointSecret: SECRET,
  textReplies: true,
  smtp: { url: mail.url, from: 'Moodring <moodring@example.com>' },
});
const { origin, database, visitor, signUp, subscribe, settled } = server;
const ada = await signUp({ firstname: 'Ada' });
const [grace, mei] = [
  await signUp({ firstname: 'Grace', phonenumber: '+14155550101' }),
  await signUp({ firstname: 'Mei', phonenumber: '+14155550102' }),
];
for (const friend of [grace, mei]) await ada.connect(friend);
await database.pool.query(`update users set language = 'second' where id = $1`, [grace.uid]);
beforeEach(async () => {
  await ada.choose('Green');
  await settled();
  endpoint.received.length = 0;
});

const textTo = ({ phonenumber }: Member) =>
  endpoint.received.find(({ body }) => body.phoneNumber === phonenumber)?.body.message;

/** What a phone gets for a text of its own. */
async function textedBack(message: string, phoneNumber: string | undefined): Promise<string | null> {
  const call = { origin: '', authorization: `Bearer ${SECRET}` };
  return (await new Client(origin).call('POST', '/api/texts/incoming', { phoneNumber, message }, call)).body.reply;
}

test('a text speaks the language of the friend who gets it, and English to whoever has set none', async () => {
  await ada.choose('Dark');
  await settled();
  expect(textTo(grace)).toMatch(/^\[Your friend Ada Lovelace can really use some support .*\]$/);
  expect(textTo(mei)).toMatch(/^Your friend Ada Lovelace can really use some support /);
  await database.pool.query(`update users set language = 'of a newer version' where id = $1`, [mei.uid]);
  endpoint.received.length = 0;
  await ada.say(mei);
  await settled();
  expect(textTo(mei)).toMatch(/^Your friend Ada Lovelace sent you a message/);
});

test('the answer to a text is in the language of the account with that phone, and in English without one', async () => {
  await ada.choose('Dark');
  await settled();
  expect(await textedBack('1', grace.phonenumber)).toBe('[Thank you. Ada can see that you will reach out.]');
  expect(await textedBack('Hi', grace.phonenumber)).toMatch(/^\[Moodring can't pass texts on/);
  expect(await textedBack('help', grace.phonenumber)).toMatch(/^\[Moodring texts you when/);
  expect(await textedBack('help', mei.phonenumber)).toMatch(/^Moodring texts you when/);
  expect(await textedBack('help', '+14155550199')).toMatch(/^Moodring texts you when/);
});

test('STOP, START and HELP work in every language, whoever has the phone', async () => {
  expect(await textedBack('Alto!', mei.phonenumber)).toBe(
    'You get no more texts from Moodring. START brings them back.',
  );
  expect(await textedBack('sigue', mei.phonenumber)).toMatch(/^Moodring texts you when/);
  expect(await textedBack('STOP', grace.phonenumber)).toMatch(/^\[You get no more texts/);
  expect(await textedBack('start', grace.phonenumber)).toMatch(/^\[Moodring texts you when/);
  expect(await textedBack('AYUDA', grace.phonenumber)).toMatch(/^\[Moodring texts you when/);
});

test('a notification speaks the language of the device’s person, with its name for browsers', async () => {
  const [hers, others] = [await subscribe(grace, 'hers'), await subscribe(mei, 'others')];
  await ada.choose('Dark');
  await settled();
  expect(hers.pushes()[0]!.payload.notification).toMatchObject({
    title: '[[A friend] could use support]',
    lang: '[en]',
    actions: [{ title: '[I’ll reach out]' }, { title: '[I can’t right now]' }, { title: '[Later today]' }],
  });
  expect(others.pushes()[0]!.payload.notification).toMatchObject({ title: 'A friend could use support', lang: 'en' });
  expect((await grace.post(`/api/users/${grace.uid}/push/test`, {})).body).toEqual({ sent: true, reason: null });
  expect(hers.pushes().at(-1)!.payload.notification.title).toBe('[Notifications work here]');
});

test('a mail speaks the language of the account, also where a stranger asks for it', async () => {
  for (const { email } of [grace, mei]) await visitor.post('/api/recovery/link', { email });
  const [hers, others] = [await mail.next(grace.email), await mail.next(mei.email)];
  expect(hers.headers.subject).toBe('[Choose a new password for Moodring]');
  expect(hers.text).toMatch(/^\[Hello,\n\n\[Somebody, probably you, forgot /);
  expect(others.headers.subject).toBe('Choose a new password for Moodring');

  const taken = { email: grace.email, password: PASSWORD };
  expect((await mei.post(`/api/users/${mei.uid}/email`, taken)).status).toBe(200);
  expect((await mail.next(grace.email)).headers.subject).toBe('[You already have an account at Moodring]');
  expect((await mail.next(mei.email)).headers.subject).toBe('A new email for Moodring?');
});

test('a code by text speaks the language of the account', async () => {
  await grace.post(`/api/users/${grace.uid}/phone/code`, {});
  expect(textTo(grace)).toMatch(/^\[\d{6} is your Moodring code\. /);
  await database.pool.query('update users set phone_proven_at = now() where id = $1', [grace.uid]);
  endpoint.received.length = 0;
  await visitor.post('/api/recovery/code', { email: grace.email });
  await vi.waitFor(() => expect(textTo(grace)).toMatch(/^\[\d{6} is your Moodring code\. /));
});
