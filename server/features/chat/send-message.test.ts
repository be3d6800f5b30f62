import { beforeEach, describe, expect, test } from 'vitest';
import { MESSAGE_MAX_LENGTH } from '#contract/sizes.ts';
import { sendPhoto } from '#tests/support/people/send-photo.ts';
import { somePhoto } from '#tests/support/people/some-photo.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { origin, database, signUp, texts, settled, deleteTexts } = await startTestServer();

const ada = await signUp({ firstname: 'Ada', lastname: 'Lovelace', phonenumber: '+14155550100' });
const grace = await signUp({ firstname: 'Grace', lastname: 'Hopper', phonenumber: '(415) 555-0101' });
const eve = await signUp({ firstname: 'Eve', lastname: 'Stranger', phonenumber: '+14155550199' });
await ada.connect(grace);
beforeEach(async () => {
  await database.pool.query('delete from messages');
  await deleteTexts();
});

const hello = (content = 'Hello Grace') => ({ id: crypto.randomUUID(), receiver: grace.uid, content });

const stored = async () => (await database.pool.query('select * from messages order by seq')).rows;

async function expectOneText() {
  const about = { kind: 'general', cause: 'message', recipient: grace.uid, author: ada.uid };
  const message = `Your friend Ada Lovelace sent you a message on Moodring (${origin})`;
  expect(await texts()).toEqual([{ ...about, phone_number: '+14155550101', message }]);
}

test('a message sent over HTTP is stored, returned, published to both, and texted once', async () => {
  const lives = [await ada.listen(), await grace.listen()];
  const message = hello();
  const forged = { sender: grace.uid, read: true, seq: 7, timestamp: 7 };
  const { status, body } = await ada.post('/api/messages', { ...message, ...forged });
  expect(status).toBe(200);
  expect(body).toEqual({
    ...message,
    seq: expect.any(Number),
    sender: ada.uid,
    timestamp: expect.any(Number),
    read: false,
  });
  expect(body.seq).toBeGreaterThan(7);
  expect(body.timestamp).toBeGreaterThan(Date.now() - 60_000);
  expect(body.timestamp).toBeLessThan(Date.now() + 60_000);
  for (const live of lives) expect(await live.everything()).toEqual([{ type: 'message', message: body }]);
  expect(await stored()).toMatchObject([{ ...message, sender: ada.uid, read: false }]);
  await expectOneText();
});

test('a message sent live is acknowledged to its tab, published to the other tabs and the receiver, and texted once', async () => {
  const [tab, otherTab, receiver] = [await ada.listen(), await ada.listen(), await grace.listen()];
  const message = hello();
  tab.send({ type: 'send', ...message });
  const { seq, timestamp, ...sent } = await tab.next('sent');
  expect(sent).toEqual({ type: 'sent', id: message.id });
  const published = { type: 'message', message: { ...message, sender: ada.uid, seq, timestamp, read: false } };
  expect(await receiver.everything()).toEqual([published]);
  expect(await otherTab.everything()).toEqual([published]);
  expect(await tab.everything()).toEqual([]);
  expect((await grace.get(`/api/messages?with=${ada.uid}`)).body.messages).toEqual([published.message]);
  await expectOneText();
});

describe('the seq of a message', () => {
  const send = async () => (await ada.post('/api/messages', hello())).body;

  test('says when it was sent, and nothing of the messages of others', async () => {
    const { seq, timestamp } = await send();
    expect(seq).toBeGreaterThan(1000 * timestamp);
    expect(seq).toBeLessThan(1000 * (timestamp + 1) + 2);
  });

  test('grows when messages of both arrive together, and after the clock was set back', async () => {
    const atOnce = await Promise.all([send(), send(), grace.post('/api/messages', { ...hello(), receiver: ada.uid })]);
    const seqs: number[] = (await stored()).map(({ seq }) => seq);
    expect(new Set(seqs).size).toBe(atOnce.length);
    // As if the clock had been an hour ahead before.
    await database.pool.query(`update connections set lastmessage = lastmessage + interval '1 hour'`);
    for (let n = 0; n < 3; n++) seqs.push((await send()).seq);
    expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
    expect(seqs.at(-1)! - seqs[2]!).toBeGreaterThan(3_599_000_000);
    await database.pool.query('update connections set lastmessage = now()');
  });
});

test.each([
  '  spaces stay  ',
  'two\nlines',
  '👋🏽',
  'e\u0301',
  '<b>&amp;</b>',
  "'; drop table users; --",
  'one\u2028two',
  '{}',
  '"',
])('content arrives unchanged: %j', async (content) => {
  const receiver = await grace.listen();
  await ada.post('/api/messages', hello(content));
  expect((await receiver.next('message')).message.content).toBe(content);
  expect(await stored()).toMatchObject([{ content }]);
});

test('the longest message arrives, however it is escaped, over HTTP and live', async () => {
  for (const letter of ['a', '\u0001', '"', '漢', '👋'.slice(0, 2)]) {
    const content = `ok${letter.repeat((MESSAGE_MAX_LENGTH - 2) / letter.length)}`;
    expect((await ada.post('/api/messages', hello(content))).status).toBe(200);
    const tab = await ada.listen();
    tab.send({ type: 'send', ...hello(content) });
    await tab.next('sent');
  }
  expect(await stored()).toHaveLength(10);
});

describe('a message is refused and not stored', () => {
  test.each([
    ['empty', { content: '' }],
    ['blank', { content: ' \n\t\u00a0\u2003' }],
    ['missing', { content: undefined }],
    ['no text', { content: 7 }],
    ['too long', { content: 'a'.repeat(MESSAGE_MAX_LENGTH + 1) }],
    ['text with a NUL', { content: 'Hel\0lo' }],
    ['for nobody', { receiver: undefined }],
    ['for what is no uid', { receiver: 'grace' }],
    ['without an id', { id: undefined }],
    ['under what is no id', { id: '1' }],
  ])('when it is %s', async (_, fault) => {
    const receiver = await grace.listen();
    const message = { ...hello(), ...fault };
    const { status, body } = await ada.post('/api/messages', message);
    expect([status, body.error.code]).toEqual([400, 'invalid']);

    const tab = await ada.listen();
    tab.send({ type: 'send', ...message });
    const rejected = await tab.next('rejected');
    expect(rejected).toMatchObject({ id: message.id ?? null, error: { code: 'invalid' } });
    expect(await stored()).toEqual([]);
    expect(await receiver.everything()).toEqual([]);
  });

  test('when the receiver is not connected, unknown, or the sender', async () => {
    const receiver = await grace.listen();
    const tab = await eve.listen();
    for (const uid of [grace.uid, crypto.randomUUID(), eve.uid]) {
      const message = { ...hello(), receiver: uid };
      const { status, body } = await eve.post('/api/messages', message);
      expect(status).toBe(403);
      expect(body).toEqual({
        error: { code: 'not_connected', message: 'You are not connected with this person.' },
      });
      tab.send({ type: 'send', ...message });
      expect(await tab.next('rejected')).toEqual({ type: 'rejected', id: message.id, ...body });
    }
    expect(await stored()).toEqual([]);
    expect(await texts()).toEqual([]);
    expect(await receiver.everything()).toEqual([]);
  });
});

test('half a surrogate pair is stored as a replacement character', async () => {
  const { status, body } = await ada.post('/api/messages', hello('half \ud83d of a wave'));
  expect([status, body.content]).toEqual([200, 'half \ufffd of a wave']);
});

test('the same message 20 times, over HTTP and live at once, is one row, one delivery and one text', async () => {
  const tabs = [await ada.listen(), await ada.listen()];
  const receiver = await grace.listen();
  const message = hello();
  const answers = Promise.all(Array.from({ length: 10 }, () => ada.post('/api/messages', message)));
  for (let n = 0; n < 5; n++) for (const tab of tabs) tab.send({ type: 'send', ...message });

  const [first, ...others] = (await answers).map(({ body }) => body);
  for (const body of others) expect(body).toEqual(first);
  for (const tab of tabs) {
    for (let n = 0; n < 5; n++) {
      expect(await tab.next('sent')).toEqual({
        type: 'sent',
        id: message.id,
        seq: first.seq,
        timestamp: first.timestamp,
      });
    }
  }
  expect(await stored()).toHaveLength(1);
  expect(await receiver.everything()).toEqual([{ type: 'message', message: first }]);
  expect(await texts()).toHaveLength(1);
});

test('the same message later, one after the other and in capitals too, changes nothing', async () => {
  const message = hello();
  const { body } = await ada.post('/api/messages', message);
  await grace.post('/api/messages/read', { sender: ada.uid });
  const receiver = await grace.listen();
  for (const id of [message.id, message.id.toUpperCase()]) {
    const again = await ada.post('/api/messages', { ...message, id });
    expect([again.status, again.body]).toEqual([200, { ...body, read: true }]);
  }
  expect(await stored()).toHaveLength(1);
  expect(await receiver.everything()).toEqual([]);
  expect(await texts()).toHaveLength(1);
});

test('the id of another person’s message is refused, and that message is not revealed', async () => {
  const message = hello();
  await ada.post('/api/messages', message);
  const mei = await signUp();
  await mei.connect(grace);
  const [before, receiver] = [await stored(), await grace.listen()];
  const taken = { error: { code: 'id_taken', message: 'This message id belongs to another message.' } };

  const overHttp = await mei.post('/api/messages', { ...message, content: 'Mine!' });
  expect([overHttp.status, overHttp.body]).toEqual([409, taken]);
  const tab = await mei.listen();
  tab.send({ type: 'send', ...message, content: 'Mine!' });
  expect(await tab.next('rejected')).toEqual({ type: 'rejected', id: message.id, ...taken });
  const backwards = await grace.post('/api/messages', { ...message, receiver: ada.uid });
  expect([backwards.status, backwards.body]).toEqual([409, taken]);

  expect(await stored()).toEqual(before);
  expect(await receiver.everything()).toEqual([]);
});

test('the id of a message tells nothing to people who are not connected: the answer is as for a new id', async () => {
  const message = hello();
  await ada.post('/api/messages', message);
  const tab = await eve.listen();
  const notConnected = await eve.post('/api/messages', hello());
  expect(notConnected.status).toBe(403);
  for (const { id } of [message, (await grace.post('/api/messages', { ...hello(), receiver: ada.uid })).body]) {
    const { status, body } = await eve.post('/api/messages', { ...hello(), id });
    expect([status, body]).toEqual([403, notConnected.body]);
    tab.send({ type: 'send', ...hello(), id });
    expect(await tab.next('rejected')).toEqual({ type: 'rejected', id, ...notConnected.body });
  }
  expect(await stored()).toHaveLength(2);
});

test.each(['has left', 'has ended the connection'])(
  'the id of a message or photo stays taken when a friend %s',
  async (how) => {
    const [eve, mei, friend] = [await signUp(), await signUp(), await signUp()];
    await eve.connect(mei);
    await eve.connect(friend);
    const photo = await sendPhoto(eve, mei);
    const words = { ...hello(), receiver: mei.uid };
    await eve.post('/api/messages', words);
    if (how === 'has left') await mei.leave();
    else await mei.remove(eve, true);
    await settled();
    for (const id of [photo.message.id, words.id]) {
      const { status, body } = await eve.post('/api/messages', { ...hello(), id, receiver: friend.uid });
      expect([status, body.error.code]).toEqual([409, 'id_taken']);
    }
    for (const message of [crypto.randomUUID(), photo.message.id]) {
      const upload = `/api/photos/${photo.id}?message=${message}&to=${friend.uid}`;
      expect((await eve.put(upload, somePhoto())).body.error.code).toBe('id_taken');
    }
  },
);

test('two people who use one id at the same moment: one message is stored, the other refused', async () => {
  const id = crypto.randomUUID();
  const answers = await Promise.all([
    ada.post('/api/messages', { ...hello(), id }),
    grace.post('/api/messages', { ...hello(), id, receiver: ada.uid }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await stored()).toHaveLength(1);
});
