import { describe, expect, test } from 'vitest';
import type { Message, MessagePage } from '#contract/views.ts';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { signUp, sql } = await startTestServer();

const [ada, grace, alan] = [await signUp(), await signUp(), await signUp()];
await ada.connect(grace);
await alan.connect(ada);
await sql`delete from messages`;

const NONE = { mine: null, theirs: null };

const get = async (who: Member, other: Member, query: string) => {
  const { status, body } = await who.get(`/api/messages?with=${other.uid}${query}`);
  expect(status).toBe(200);
  return body as MessagePage;
};
const page = (who: Member, other: Member, before: number | null = null) =>
  get(who, other, before ? `&before=${before}` : '');
const around = (who: Member, other: Member, seq: number) => get(who, other, `&around=${seq}`);

/** Reads a conversation page by page from the newest. @returns all messages, and the length of each page */
async function walk(who: Member, other: Member) {
  const pages: Message[][] = [];
  let before: number | null = null;
  do {
    const answer = await page(who, other, before);
    pages.unshift(answer.messages);
    before = answer.before;
  } while (before !== null);
  return { messages: pages.flat(), lengths: pages.map((messages) => messages.length) };
}

test('a conversation without messages is an empty page', async () => {
  expect(await page(ada, grace)).toEqual({ messages: [], before: null, firstUnread: NONE });
});

test('every page names the oldest unread message of each of the two, also when it is on no page yet', async () => {
  const [linus, mary] = [await signUp(), await signUp()];
  await linus.connect(mary);
  await mary.post('/api/messages/read', { sender: linus.uid });
  const say = async (from: Member, to: Member): Promise<number> => (await from.say(to)).body.seq;
  const oldest = await say(linus, mary);
  const answer = await say(mary, linus);
  for (let n = 0; n < 59; n++) await say(mary, linus);
  const unread = await say(mary, linus);
  expect((await page(linus, mary)).firstUnread).toEqual({ mine: oldest, theirs: answer });
  expect((await page(mary, linus)).firstUnread).toEqual({ mine: answer, theirs: oldest });
  await linus.post('/api/messages/read', { sender: mary.uid });
  expect((await page(linus, mary)).firstUnread).toEqual({ mine: oldest, theirs: null });
  await mary.post('/api/messages/read', { sender: linus.uid });
  expect((await page(linus, mary)).firstUnread).toEqual(NONE);
  const next = await say(mary, linus);
  expect(next).toBeGreaterThan(unread);
  expect((await page(mary, linus)).firstUnread).toEqual({ mine: next, theirs: null });
});

test('many messages from both at once have one order, the same for both, live and fetched', async () => {
  const lives = [await ada.listen(), await grace.listen()] as const;
  const count = 65;
  for (let n = 0; n < count; n++) {
    lives[0].send({ type: 'send', id: crypto.randomUUID(), receiver: grace.uid, content: `Ada ${n}` });
    lives[1].send({ type: 'send', id: crypto.randomUUID(), receiver: ada.uid, content: `Grace ${n}` });
    void ada.say(alan, `Alan ${n}`);
  }
  // A sender gets `sent` for their own messages and `message` for the other's.
  for (const live of lives) for (let n = 0; n < count; n++) await live.next('sent');
  const heard: number[][] = [];
  for (const live of lives) {
    const seqs: number[] = [];
    for (let n = 0; n < count; n++) {
      let event = await live.next('message');
      while (event.message.receiver === alan.uid) event = await live.next('message');
      seqs.push(event.message.seq);
    }
    heard.push(seqs);
  }
  for (const seqs of heard) expect(seqs).toEqual([...seqs].sort((a, b) => a - b));

  const { messages } = await walk(ada, grace);
  expect(messages).toHaveLength(2 * count);
  expect(await walk(grace, ada)).toEqual(await walk(ada, grace));
  for (const name of ['Ada', 'Grace']) {
    const own = messages.map(({ content }) => content).filter((content) => content.startsWith(name));
    expect(own).toEqual(Array.from({ length: count }, (_, n) => `${name} ${n}`));
  }
});

describe('pages', () => {
  test('of 50, oldest first, contain each message once', async () => {
    const { messages, lengths } = await walk(ada, grace);
    expect(lengths).toEqual([30, 50, 50]);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(130);
    expect(messages.map(({ seq }) => seq)).toEqual(messages.map(({ seq }) => seq).sort((a, b) => a - b));
  });

  test('stay the same while new messages arrive', async () => {
    const newest = await page(ada, grace);
    const older = await page(ada, grace, newest.before);
    await grace.say(ada, 'One more');
    expect(await page(ada, grace, newest.before)).toEqual(older);
    expect((await page(ada, grace)).messages.at(-1)?.content).toBe('One more');
  });

  test('end without another page when there are exactly 50', async () => {
    const [one, other] = [await signUp(), await signUp()];
    await one.connect(other);
    for (let n = 1; n < 50; n++) {
      await one.say(other, `${n}`);
    }
    const answer = await page(other, one);
    expect([answer.messages.length, answer.before]).toEqual([50, null]);
  });

  test.each(['0', '-1', '1.5', 'x', '1e99', '%00'])('before %s there is no page', async (before) => {
    const { status, body } = await ada.get(`/api/messages?with=${grace.uid}&before=${before}`);
    expect([status, body.error.code]).toEqual([400, 'invalid']);
  });

  test('of a conversation with an unknown person, or with oneself, are empty', async () => {
    for (const uid of [crypto.randomUUID(), 'nobody', ada.uid]) {
      expect((await ada.get(`/api/messages?with=${uid}`)).body).toEqual({
        messages: [],
        before: null,
        firstUnread: NONE,
      });
    }
    expect((await ada.get('/api/messages')).status).toBe(400);
  });
});

test('around a place there are 25 messages on each side, and the page before goes on from there', async () => {
  const [linus, mary] = [await signUp(), await signUp()];
  await linus.connect(mary);
  await sql`insert into messages (id, sender, receiver, content)
     select gen_random_uuid(), ${linus.uid}, ${mary.uid}, n::text from generate_series(1, 100) n`;
  const { messages } = await walk(linus, mary);
  const place = messages[60]!;
  const answer = await around(mary, linus, place.seq);
  expect(answer.messages).toEqual(messages.slice(36, 86));
  expect(answer.messages[24]).toEqual(place);
  const older = await page(linus, mary, answer.before);
  expect(older.messages).toEqual(messages.slice(0, 36));
  expect((await around(linus, mary, messages[3]!.seq)).before).toBeNull();
  expect((await around(linus, mary, messages.at(-1)!.seq)).messages).toHaveLength(25);
  const eve = await signUp();
  expect(await around(eve, mary, place.seq)).toEqual({ messages: [], before: null, firstUnread: NONE });
});
