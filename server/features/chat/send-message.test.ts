import { beforeEach, describe, expect, test } from 'vitest';
import { MESSAGE_MAX_LENGTH } from '#contract/sizes.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { origin, database, signUp, texts, deleteTexts } = await startTestServer();

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
  const { status, body } = await ada.post('/api/messages', message);
  expect(status).toBe(200);
  expect(body).toEqual({
    ...message,
    seq: expect.any(Number),
    sender: ada.uid,
    timestamp: expect.any(Number),
    read: false,
  });
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

test('the sender is always the signed-in person', async () => {
  await ada.post('/api/messages', { ...hello(), sender: grace.uid, read: true, seq: 7, timestamp: 7 });
  expect(await stored()).toMatchObject([{ sender: ada.uid, read: false, timestamp: expect.any(Date) }]);
  expect((await stored())[0]?.timestamp.getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect(Number((await stored())[0]?.seq)).toBeGreaterThan(7);
});

test('half a surrogate pair is stored as a replacement character', async () => {
  const { status, body } = await ada.post('/api/messages', hello('half \ud83d of a wave'));
  expect([status, body.content]).toEqual([200, 'half \ufffd of a wave']);
});
