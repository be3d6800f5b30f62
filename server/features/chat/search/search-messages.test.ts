import { beforeEach, describe, expect, test } from 'vitest';
import type { FoundMessages } from '#contract/views.ts';
import type { Client, Member } from '#fixtures/client.ts';
import { say } from '#tests/support/people/chat-friends.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { visitor, database, signUp, moodring, sql } = await startTestServer();

const [ada, grace, alan] = [await signUp(), await signUp(), await signUp()];
await ada.connect(grace);
await alan.connect(ada);
beforeEach(() => sql`delete from messages`);

const search = (who: Client, other: Member, q: string, before?: number | null) =>
  who.post('/api/messages/search', { with: other.uid, q, ...(before && { before }) });
const find = async (who: Member, other: Member, q: string, before?: number | null): Promise<FoundMessages> => {
  const { status, body } = await search(who, other, q, before);
  expect(status).toBe(200);
  return body;
};
const contents = async (who: Member, other: Member, q: string) =>
  (await find(who, other, q)).messages.map(({ content }) => content);

/** Stores messages of Ada to Grace, all at once. */
const insert = (count: number, content: string) =>
  sql`insert into messages (id, sender, receiver, content)
     select gen_random_uuid(), ${ada.uid}, ${grace.uid}, ${content} || n from generate_series(1, ${count}) n`;

test('finds what either of the two wrote, newest first, in any case, in the middle of words', async () => {
  const first = await say(ada, grace, 'Shall we go to the Lighthouse?');
  await say(grace, ada, 'What a day');
  const second = await say(grace, ada, 'LIGHT at last');
  const { messages, before, count } = await find(ada, grace, ' light ');
  const { id, seq, sender, content, timestamp } = second;
  expect(messages).toEqual([{ id, seq, sender, content, timestamp }, expect.objectContaining({ id: first.id })]);
  expect([before, count]).toEqual([null, 2]);
  expect(await contents(grace, ada, 'HOUSE')).toEqual(['Shall we go to the Lighthouse?']);
  expect(await contents(ada, grace, 'a day')).toEqual(['What a day']);
  expect(await find(ada, grace, 'nowhere')).toEqual({ messages: [], before: null, count: 0 });
});

test('accents make no difference, however they are written; an accent alone finds nothing', async () => {
  await say(ada, grace, 'Café Żółty');
  await say(grace, ada, 'cafe\u0301 noir');
  await say(ada, grace, 'CAFE au lait');
  for (const q of ['cafe', 'CAFÉ', 'cafe\u0301']) expect(await contents(ada, grace, q)).toHaveLength(3);
  for (const q of ['zolty', 'żołty', 'ŻÓŁTY']) expect(await contents(ada, grace, q)).toEqual(['Café Żółty']);
  expect(await contents(ada, grace, '\u0301')).toEqual([]);
});

test('signs of patterns are ordinary characters', async () => {
  for (const content of ['100% sure', '100 euros', 'a_b', 'axb', "it's; drop", 'back\\slash'])
    await say(ada, grace, content);
  expect(await contents(ada, grace, '100%')).toEqual(['100% sure']);
  expect(await contents(ada, grace, 'a_b')).toEqual(['a_b']);
  expect(await contents(ada, grace, "it's;")).toEqual(["it's; drop"]);
  expect(await contents(ada, grace, 'k\\s')).toEqual(['back\\slash']);
});

test('pages follow one another without a gap, with the count of what is left', async () => {
  await insert(45, 'word ');
  const seqs: number[] = [];
  const counts: number[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const page: FoundMessages = await find(ada, grace, 'word', before);
    seqs.push(...page.messages.map(({ seq }) => seq));
    counts.push(page.count);
    before = page.before;
  }
  expect(counts).toEqual([45, 25, 5]);
  expect(seqs).toHaveLength(45);
  expect(seqs).toEqual([...new Set(seqs)].sort((one, other) => other - one));
});

test('only the two people find their messages; a third person, a stranger and a removed friend find none', async () => {
  await say(ada, grace, 'between us');
  expect(await contents(alan, ada, 'between')).toEqual([]);
  expect(await contents(alan, grace, 'between')).toEqual([]);
  expect(await contents(ada, alan, 'between')).toEqual([]);
  expect((await search(visitor, ada, 'between')).status).toBe(401);
  const [one, other] = [await signUp(), await signUp()];
  await one.connect(other);
  await say(one, other, 'between us');
  await other.remove(one);
  for (const [who, friend] of [
    [one, other],
    [other, one],
  ] as const)
    expect(await contents(who, friend, 'between')).toEqual([]);
});

test.each(['', '   ', 'x'.repeat(101), 'nul\0'])('a text that cannot be looked for is refused: %j', async (q) => {
  expect((await search(ada, grace, q)).status).toBe(400);
});

test('accents out of order make a search no slower', async () => {
  await say(grace, ada, `Café ${'é\u0323'.repeat(300)}!`);
  await insert(250, '\u0301'.repeat(4_990) + '\u0316'.repeat(4_990));
  const { messages, before, count } = await find(ada, grace, `fe ${'e'.repeat(90)}`);
  expect([messages.length, before, count]).toEqual([1, null, 1]);
});

test('of long messages, those of 5 MB are looked through, and the next call goes on before them', async () => {
  await insert(600, 'ą'.repeat(4_999));
  const newer = await find(ada, grace, 'nowhere');
  expect(newer).toEqual({ messages: [], count: 0, before: expect.any(Number) });
  const looked = await database.pool.query('select from messages where seq >= $1', [newer.before]);
  expect(looked.rowCount).toBeGreaterThan(490);
  expect(looked.rowCount).toBeLessThan(510);
  expect(await find(ada, grace, 'nowhere', newer.before)).toEqual({ messages: [], count: 0, before: null });
});

describe('100,000 messages of one pair', () => {
  beforeEach(async () => {
    await say(ada, grace, 'The first, number 100');
    await insert(100_000, 'An ordinary message about nothing in particular, as people write them, number ');
  });

  test('are looked through 50,000 at a time, and the next call goes on before them', async () => {
    const newer = await find(ada, grace, 'the first');
    expect(newer).toMatchObject({ messages: [], count: 0, before: expect.any(Number) });
    const middle = await find(ada, grace, 'the first', newer.before);
    expect(middle).toMatchObject({ messages: [], count: 0, before: expect.any(Number) });
    const between = 'select from messages where seq >= $1 and seq < $2';
    expect((await database.pool.query(between, [middle.before, newer.before])).rowCount).toBe(50_000);
    const oldest = await find(ada, grace, 'the first', middle.before);
    expect(oldest).toMatchObject({ count: 1, before: null });
    expect(await find(ada, grace, 'number 100')).toMatchObject({ count: 1, before: expect.any(Number) });
  });

  test('and many searches at once leave the search for people a connection', async () => {
    const searches = Array.from({ length: 10 }, () => find(ada, grace, 'not there at all'));
    expect((await ada.post('/api/users/search', { query: 'lovelace' })).status).toBe(200);
    expect(moodring.context.bulkPool.waitingCount).toBe(0);
    for (const { count } of await Promise.all(searches)) expect(count).toBe(0);
  });
});
