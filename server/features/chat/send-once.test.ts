import { beforeEach, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { sendPhoto } from '#tests/support/people/send-photo.ts';
import { somePhoto } from '#tests/support/people/some-photo.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { database, signUp, texts, settled, deleteTexts } = await startTestServer();

let ada: Member;
let grace: Member;
beforeEach(async () => {
  ada = await signUp();
  grace = await signUp({ phonenumber: '+14155550101' });
  await ada.connect(grace);
  await database.pool.query('delete from messages');
  await deleteTexts();
});

const hello = () => ({ id: crypto.randomUUID(), receiver: grace.uid, content: 'Hello' });

const stored = async () => (await database.pool.query('select * from messages order by seq')).rows;

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
  const eve = await signUp();
  await eve.connect(grace);
  const [before, receiver] = [await stored(), await grace.listen()];
  const taken = { error: { code: 'id_taken', message: 'This message id belongs to another message.' } };

  const overHttp = await eve.post('/api/messages', { ...message, content: 'Mine!' });
  expect([overHttp.status, overHttp.body]).toEqual([409, taken]);
  const tab = await eve.listen();
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
  const eve = await signUp();
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
