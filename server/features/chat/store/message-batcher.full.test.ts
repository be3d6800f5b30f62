import type pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { createMessageBatcher } from './message-batcher.ts';

const server = await startTestServer();
const { moodring, database, signUp, texts, deleteTexts, sql } = server;
const { store } = moodring.context.messages;

let ada: Member;
let grace: Member;
beforeEach(async () => {
  [ada, grace] = [await signUp(), await signUp({ phonenumber: '+14155550101' })];
  await ada.connect(grace);
  await sql`delete from messages`;
  await deleteTexts();
});

const hello = (content = 'Hello') => ({ id: crypto.randomUUID(), sender: ada.uid, receiver: grace.uid, content });

const stored = async (): Promise<string[]> =>
  (await sql`select content from messages order by seq`).map(({ content }) => content);

test('messages that arrive together are stored although the database refuses one of them, and one’s sender is not connected', async () => {
  server.expectError('messages could not be stored');
  const stranger = { ...hello('let me in'), sender: crypto.randomUUID() };
  const messages = [hello('first'), hello('one'), hello('a NUL \0'), hello('two'), stranger, hello('three')];
  const outcomes = await Promise.allSettled(messages.map(store));
  expect(outcomes).toMatchObject([
    { status: 'fulfilled' },
    { status: 'fulfilled' },
    { reason: { code: 'invalid' } },
    { status: 'fulfilled' },
    { reason: { code: 'not_connected' } },
    { status: 'fulfilled' },
  ]);
  expect(await stored()).toEqual(['first', 'one', 'two', 'three']);
  expect(await texts()).toHaveLength(4);
});

describe('when the connection to the database breaks', () => {
  /** Terminates the backends that are storing messages. @returns their number */
  const breakChatPath = async () =>
    (
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query like '%with stored as%'`
    ).length;

  test('repeatedly under load, each message is acknowledged and stored exactly once, in order', async () => {
    const tab = await ada.listen();
    const receiver = await grace.listen();
    const contents = Array.from({ length: 300 }, (_, n) => `${n}`);
    let acknowledged = 0;
    let broken = 0;
    for (const [n, content] of contents.entries()) {
      tab.send({ type: 'send', id: crypto.randomUUID(), receiver: grace.uid, content });
      if (n % 100 === 50) broken += await breakChatPath();
      // Some are sent alone, some together.
      if (n % 10 === 9) for (; acknowledged < n; acknowledged++) await tab.next('sent');
    }
    for (; acknowledged < contents.length; acknowledged++) await tab.next('sent');
    expect(broken).toBeGreaterThan(0);
    expect(await stored()).toEqual(contents);
    expect(await texts()).toHaveLength(contents.length);
    const events = await receiver.everything();
    const heard = events.map((event) => event.type === 'message' && event.message.content);
    expect([...new Set(heard)]).toEqual(contents);
  });

  test('after the commit but before its answer, the message still reaches the receiver', async () => {
    let lost = 0;
    const losing = {
      async query(statement: pg.QueryConfig) {
        const result = await moodring.context.pool.query(statement);
        if (lost++ === 0) throw new Error('Connection terminated unexpectedly');
        return result;
      },
    };
    const { causes } = moodring.context;
    const parts = { chatConnection: losing, causes, log: createTestLog().log };
    const { isNew, message } = await createMessageBatcher(parts).store(hello());
    expect([isNew, message.content]).toEqual([true, 'Hello']);
    expect(await stored()).toEqual(['Hello']);
    expect(await texts()).toHaveLength(1);
  });
});

describe('while another transaction has locked a connection', () => {
  let mei: Member;
  let unlock: () => Promise<void>;
  beforeEach(async () => {
    mei = await signUp();
    await ada.connect(mei);
    await sql`delete from messages`;
    const lock = 'select from connections where owner = $1 and other = $2 for update';
    unlock = await holdTransaction(database.pool, lock, [grace.uid, ada.uid]);
  });

  const toMei = (content: string) => store({ ...hello(content), receiver: mei.uid });

  test('its messages wait, in order, and those of others are stored meanwhile', async () => {
    const waiting = [store(hello('one')), store(hello('two'))];
    await toMei('to Mei, in the same batch');
    waiting.push(store(hello('three')));
    await toMei('to Mei, in the next one');
    expect(await stored()).not.toContain('one');
    await unlock();
    const outcomes = await Promise.all(waiting);
    expect(outcomes.map(({ isNew, message }) => [isNew, message.content])).toEqual([
      [true, 'one'],
      [true, 'two'],
      [true, 'three'],
    ]);
    expect((await stored()).filter((content) => !content.startsWith('to Mei'))).toEqual(['one', 'two', 'three']);
  });

  test('for long, its messages are refused with unavailable and not stored', async () => {
    await expect(store(hello('too late'))).rejects.toMatchObject({ code: 'unavailable' });
    await unlock();
    expect((await store(hello('again'))).isNew).toBe(true);
    expect(await stored()).toEqual(['again']);
  });
});
