import { beforeEach, expect, test } from 'vitest';
import { type Member, PASSWORD } from '#fixtures/client.ts';
import { startTextedServer } from '#tests/support/servers/texted-server.ts';

const server = await startTextedServer();
const { endpoint, signUp, visitor, settled, sql } = server;

let ada: Member;
/** An older account with the number of Grace. */
let eve: Member;
let grace: Member;
beforeEach(async () => {
  const phonenumber = server.newPhone();
  ada = await signUp({ firstname: 'Ada' });
  eve = await signUp({ firstname: 'Eve', phonenumber });
  grace = await signUp({ firstname: 'Grace', phonenumber });
  for (const friend of [eve, grace]) await ada.connect(friend);
  await settled();
  endpoint.answer = (response) => response.writeHead(202).end();
  endpoint.received.length = 0;
});

const prove = (who: Member, ago = '0 days') =>
  sql`update users set phone_proven_at = now() - ${ago}::interval where id = ${who.uid}`;
const moodTexts = async () =>
  await sql`select recipient, status from texts where author = ${ada.uid} and cause = 'mood' order by created_at`;

/** Ada's text has a row, for Eve, and waits for another try. */
async function failOnce(): Promise<void> {
  endpoint.answer = (response) => response.writeHead(503).end();
  await ada.choose('Dark');
  await settled();
  expect(await moodTexts()).toEqual([{ recipient: eve.uid, status: 'queued' }]);
  await sql`update texts set next_attempt_at = now() + interval '5 minutes' where status = 'queued'`;
}

async function tryAgain(): Promise<void> {
  endpoint.received.length = 0;
  endpoint.answer = (response) => response.writeHead(202).end();
  await sql`update texts set next_attempt_at = now() where status = 'queued'`;
  server.moodring.context.outbox.wake();
  await settled();
  expect((await moodTexts())[0]!.status).toMatch(/sent|cancelled/);
}

test.each([
  ['mutes the person', () => eve.control(ada, { mute: 'always' })],
  ['wants no texts', () => eve.set({ texts: 'none' })],
  ['removes the person', () => eve.remove(ada)],
  ['is hidden from', () => ada.control(eve, { hidesMood: true })],
  [
    'takes another number',
    () => eve.post('/api/identity/update-user', { phonenumber: '+14155559999', password: PASSWORD }),
  ],
  ['leaves', () => eve.leave()],
])('an older account with a friend’s number %s after the text was made: the friend gets it', async (_, refuse) => {
  await failOnce();
  expect((await refuse()).status).toBe(200);
  await tryAgain();
  expect(await moodTexts()).toEqual([{ recipient: grace.uid, status: 'sent' }]);
  expect(endpoint.received).toHaveLength(1);
  const code = endpoint.received[0]!.body.message.split('#')[1];
  expect((await visitor.post('/api/asks/link/answer', { code, answer: 'yes' })).status).toBe(200);
  expect((await ada.get('/api/asks')).body.mine.answers).toMatchObject([{ uid: grace.uid, answer: 'yes' }]);
});

test('an account that refuses leaves the phone to no account that is not asked or refuses too', async () => {
  await failOnce();
  await eve.control(ada, { mute: 'always' });
  await grace.set({ texts: 'none' });
  await tryAgain();
  expect(await moodTexts()).toEqual([{ recipient: eve.uid, status: 'cancelled' }]);
  expect(endpoint.received).toEqual([]);
});

test('the account that proved the phone first decides alone, and of two that have, the one that wants the text gets it', async () => {
  await prove(grace, '1 day');
  await ada.choose('Dark');
  await settled();
  expect(await moodTexts()).toEqual([{ recipient: grace.uid, status: 'sent' }]);
  await grace.control(ada, { mute: 'always' });
  await ada.choose('Dark');
  await settled();
  expect(await moodTexts()).toMatchObject([{ status: 'sent' }, { status: 'cancelled' }]);
  await prove(eve);
  await ada.choose('Dark');
  await settled();
  expect((await moodTexts())[2]).toEqual({ recipient: eve.uid, status: 'sent' });
});

test.each<[string, () => Promise<unknown>]>([
  ['mutes the person', () => grace.control(ada, { mute: 'always' })],
  ['wants no texts', () => grace.set({ texts: 'none' })],
])('an account that proves the phone later and %s keeps no call from an account that was there', async (_, refuse) => {
  await prove(grace);
  await refuse();
  await ada.choose('Dark');
  await settled();
  expect(await moodTexts()).toEqual([{ recipient: eve.uid, status: 'sent' }]);
  expect(endpoint.received.map(({ body }) => body.phoneNumber)).toEqual([eve.phonenumber]);
});

test('of two accounts that have not proven the phone, the one with the older connection gets the text, and answers by it', async () => {
  await sql`update connections set connected_at = now() - interval '1 day' where owner = ${grace.uid}`;
  await ada.choose('Dark');
  await settled();
  expect(await moodTexts()).toEqual([{ recipient: grace.uid, status: 'sent' }]);
  const code = endpoint.received[0]!.body.message.split('#')[1];
  expect((await visitor.post('/api/asks/link/answer', { code, answer: 'yes' })).status).toBe(200);
  expect((await ada.get('/api/asks')).body.mine.answers).toMatchObject([{ uid: grace.uid }]);
  await prove(eve);
  await ada.choose('Dark');
  await settled();
  expect((await moodTexts())[1]).toEqual({ recipient: eve.uid, status: 'sent' });
});

test('a phone that somebody has proven gets no text for another account with its number, unless that has proven it too', async () => {
  /** What a message and a call bring to the phone, and what the counts say before and after. */
  const write = async () => {
    endpoint.received.length = 0;
    const { friends } = (await ada.get('/api/asks/reach')).body;
    await ada.say(eve);
    await ada.choose('Dark');
    await settled();
    const { handed, appOnly } = (await ada.get('/api/asks')).body.mine.report;
    await sql`delete from asks`;
    return { received: endpoint.received.map(({ body }) => body.phoneNumber), friends, handed, appOnly };
  };
  const both = { received: [eve.phonenumber, eve.phonenumber], friends: 1, handed: 1, appOnly: 0 };
  expect((await grace.block(ada)).status).toBe(200);
  expect(await write()).toEqual(both);
  await prove(grace, '1 day');
  // The count before says nothing: otherwise everybody could find out which numbers are proven.
  expect(await write()).toEqual({ received: [], friends: 1, handed: 0, appOnly: 1 });
  await prove(eve);
  expect(await write()).toEqual(both);
});

test.each<[string, string, () => Promise<unknown>]>([
  ['removed a person', 'cancelled', () => grace.remove(ada)],
  [
    'blocked a person, whose friend it never was,',
    'cancelled',
    async () => {
      await grace.remove(ada);
      await sql`delete from past_connections`;
      expect((await grace.block(ada)).status).toBe(200);
    },
  ],
  ['was removed by a person', 'sent', () => ada.remove(grace)],
])(
  'an account that %s and proved the phone later than another account was made keeps her messages from it and no call; earlier: %s',
  async (_, earlier, part) => {
    await part();
    await prove(grace);
    await ada.say(eve);
    await ada.choose('Dark');
    await settled();
    expect(endpoint.received).toHaveLength(1);
    await prove(grace, '1 day');
    await ada.choose('Dark');
    await settled();
    expect(await moodTexts()).toMatchObject([{ recipient: eve.uid, status: 'sent' }, { status: earlier }]);
  },
);

/** What a text to Eve's number from the form brings: its author's answer and export, and what the phone gets. */
async function typeToEve(author: Member, message: string) {
  endpoint.received.length = 0;
  const { status, body } = await author.post('/api/texts/general', { phoneNumber: eve.phonenumber, message });
  await settled();
  const { texts } = (await author.get(`/api/users/${author.uid}/export`)).body;
  const exported = {
    ...texts.find((text: { message: string }) => text.message === message),
    id: '',
    createdAt: 0,
    message: '',
  };
  return { shown: [status, body, exported], got: endpoint.received.map(({ body: sent }) => sent.message) };
}

const hourFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);

test.each<[string, () => Promise<unknown>]>([
  ['blocks its author', () => eve.block(ada)],
  ['wants no texts', () => eve.set({ texts: 'none' })],
  ['wants texts about calls for support only', () => eve.set({ texts: 'support' })],
  ['has quiet hours', () => eve.set({ quietHours: { from: hourFromNow(-2), to: hourFromNow(2), zone: 'UTC' } })],
])(
  'a typed text does not reach a person who has proven the phone and %s; its author sees no difference',
  async (_, refuse) => {
    await eve.remove(ada);
    const { shown, got } = await typeToEve(ada, 'before');
    expect(shown).toMatchObject([202, {}, { kind: 'general', cause: 'form' }]);
    expect(got).toEqual(['before']);
    await refuse();
    expect(await typeToEve(ada, 'not proven')).toEqual({ shown, got: ['not proven'] });
    await prove(eve);
    expect(await typeToEve(ada, 'proven')).toEqual({ shown, got: [] });
    expect((await typeToEve(eve, 'to myself')).got).toEqual(['to myself']);
  },
);

test('when the person leaves, held texts go to the account that a choice would take', async () => {
  server.holdCalls(60);
  await eve.control(ada, { mute: 'always' });
  await ada.choose('Dark');
  expect((await ada.leave()).status).toBe(200);
  await settled();
  expect(endpoint.received).toEqual([]);
  await server.advance('1 minute');
  expect(endpoint.received.map(({ body }) => body.phoneNumber)).toEqual([grace.phonenumber]);
});

test('muting at the moment of sending, ten times: the phone gets exactly one text', async () => {
  for (let n = 0; n < 10; n += 1) {
    endpoint.received.length = 0;
    await Promise.all([ada.choose('Dark'), eve.control(ada, { mute: 'always' })]);
    await settled();
    expect(endpoint.received).toHaveLength(1);
    expect(endpoint.received[0]!.body.phoneNumber).toBe(grace.phonenumber);
    await eve.control(ada, { mute: 'off' });
  }
});
