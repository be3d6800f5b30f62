import { once } from 'node:events';
import { get } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Client, Member } from '#fixtures/client.ts';
import { de } from '#languages';
import { nodeClock } from '#server/limits/node-clock.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { createTextStream } from './text-stream.ts';

const server = await startTestServer();
const { database, origin, log, sql } = server;

const people = await server.insertMembers(30);
const [ada, grace] = people as [Member, Member];

const exported = (member: Member, as: Client = member) => as.get(`/api/users/${member.uid}/export`);

/** Blocks all exports at their texts. @returns a function that unblocks them */
function holdUp() {
  return holdTransaction(database.pool, 'lock table texts in access exclusive mode');
}

async function countHeldUp(): Promise<number> {
  const rows = await sql`select count(*)::integer from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like 'declare page_cursor%'`;
  return rows[0].count;
}

const untilHeldUp = (exports: number) => vi.waitFor(async () => expect(await countHeldUp()).toBe(exports));

test('shows one moment: what is stored after its start is not in it', async () => {
  const letGoOn = await holdUp();
  const answer = exported(ada);
  await untilHeldUp(1);
  await sql`insert into passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
     values (gen_random_uuid(), ${ada.uid}, 'a key', 'its id', 1, 'multiDevice', true)`;
  await letGoOn();
  expect((await answer).body).toMatchObject({ passkeys: [], complete: true });
  expect((await exported(ada)).body.passkeys).toHaveLength(1);
});

test('exports that stand still do not delay lists, settings and messages, are limited, and go on', async () => {
  const letGoOn = await holdUp();
  const answers = people.slice(0, 4).map((person) => exported(person));
  await untilHeldUp(4);
  const refused = await exported(people[20]!);
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const others = people
    .slice(12, 24)
    .flatMap((person) => [
      person.circle(),
      person.get(`/api/users/${person.uid}/settings`),
      person.get(`/api/users/${person.uid}/info`),
    ]);
  expect(new Set((await Promise.all(others)).map(({ status }) => status))).toEqual(new Set([200]));
  // No export has ended yet, so none of those calls waited for one. One that looks for a deadlock counts again afterwards.
  await untilHeldUp(4);
  await letGoOn();
  for (const { body } of await Promise.all(answers)) expect(body.complete).toBe(true);
  expect((await exported(people[20]!)).body.complete).toBe(true);
});

test('one that stands still for ten seconds breaks off when another person waits', async () => {
  const letGoOn = await holdUp();
  const answers = people.slice(0, 4).map((person) => exported(person));
  await untilHeldUp(4);
  const now = vi.spyOn(nodeClock, 'now').mockReturnValue(nodeClock.now() + 10_000);
  onTestFinished(() => now.mockRestore());
  const newcomer = exported(people[20]!);
  // PostgreSQL ends a statement after its caller is gone only when it no longer waits.
  await untilHeldUp(5);
  now.mockRestore();
  expect((await exported(people[21]!)).status).toBe(503);
  await letGoOn();
  const complete = (await Promise.all(answers)).map(({ body }) => body.complete);
  expect(complete.toSorted()).toEqual([false, true, true, true]);
  expect((await newcomer).body.complete).toBe(true);
});

test('new accounts of one network share a place', async () => {
  const newcomers = people.slice(6, 8).map(({ uid }) => uid);
  const rows = await sql`
    update users set created_at = now(), sign_up_network = 'one' where id = any(${newcomers}) returning id`;
  expect(rows).toHaveLength(2);
  const letGoOn = await holdUp();
  const answer = exported(people[6]!);
  await untilHeldUp(1);
  expect((await exported(people[7]!)).status).toBe(503);
  const other = exported(people[8]!);
  await untilHeldUp(2);
  await letGoOn();
  for (const { body } of await Promise.all([answer, other])) expect(body.complete).toBe(true);
});

describe('one export at a time a person', () => {
  test('a second one is refused on every node, a later one is not', async () => {
    const other = await startOtherNode(server);
    onTestFinished(other.stop);
    const letGoOn = await holdUp();
    const firstOne = exported(ada);
    await untilHeldUp(1);
    for (const as of [ada, other.as(ada)]) {
      const { status, headers, body } = await exported(ada, as);
      expect([status, body.error]).toEqual([
        429,
        {
          code: 'too_many',
          message: 'Your data is on its way to you already. Please wait until that file is there.',
        },
      ]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await letGoOn();
    expect((await firstOne).body.complete).toBe(true);
    for (const as of [ada, other.as(ada)]) expect((await exported(ada, as)).body.complete).toBe(true);
  });

  test('a caller who disconnects may begin again', async () => {
    const hangUp = new AbortController();
    const letGoOn = await holdUp();
    const path = `${origin}/api/users/${ada.uid}/export`;
    const broken = fetch(path, { headers: { cookie: ada.cookie }, signal: hangUp.signal }).then((answer) =>
      answer.text(),
    );
    await untilHeldUp(1);
    hangUp.abort();
    await expect(broken).rejects.toThrow();
    await letGoOn();
    await vi.waitFor(async () => expect((await exported(ada)).status).toBe(200));
  });

  test('beside a slow reader others go on', async () => {
    await ada.connect(grace);
    // More than the sockets buffer.
    await sql`insert into messages (id, sender, receiver, content)
       select gen_random_uuid(), ${ada.uid}, ${grace.uid}, repeat('x', 10000) from generate_series(1, 3000)`;
    const request = get(`${origin}/api/users/${ada.uid}/export`, { headers: { cookie: ada.cookie } });
    const [response] = await once(request, 'response');
    await once(response, 'readable');
    for (const person of people.slice(2, 5)) expect((await exported(person)).body.complete).toBe(true);
    expect((await exported(ada)).status).toBe(429);
    let read = '';
    for await (const piece of response) read += piece;
    expect(JSON.parse(read)).toMatchObject({ complete: true, messages: { length: 3001 } });
  });
});

test('a stream that is not read any more ends its chunks', async () => {
  const ended = Promise.withResolvers<void>();
  async function* chunks() {
    try {
      for (;;) yield 'piece';
    } finally {
      ended.resolve();
    }
  }
  const reader = (await createTextStream(chunks(), 50)).getReader();
  await reader.read();
  await ended.promise;
  await expect(reader.read()).rejects.toThrow();
});

describe('an export that breaks off', () => {
  test('says so at its end, and the log has the reason without row contents', async () => {
    server.expectError('an export broke off');
    expect((await grace.set({ language: 'de' })).status).toBe(200);
    await sql`insert into mood_choices (uid, mood) values (${grace.uid}, 'Dark')`;
    await database.pool.query(`
      create function break_off(uid uuid) returns boolean language plpgsql as $$
      begin
        if uid = '${grace.uid}' then raise exception 'it broke' using detail = 'what a row holds'; end if;
        return true;
      end $$;
      alter table mood_choices rename to real_moods;
      create view mood_choices as select * from real_moods where break_off(uid)`);
    const { status, body } = await exported(grace);
    await sql`
      drop view mood_choices;
      drop function break_off;
      alter table real_moods rename to mood_choices`;
    expect(status).toBe(200);
    expect(Object.keys(body).slice(-3)).toEqual(['moods', 'complete', 'error']);
    expect([body.complete, body.error]).toEqual([
      false,
      { code: 'unexpected', message: de.fileIsNotComplete({ reason: de.wentWrongOnOurSide }) },
    ]);
    expect(log.written()).toContain('it broke');
    expect(log.written() + JSON.stringify(body)).not.toContain('what a row holds');
    expect((await exported(grace)).body.complete).toBe(true);
  });

  test('because its person signed out returns no more rows', async () => {
    const letGoOn = await holdUp();
    const answer = exported(grace);
    await untilHeldUp(1);
    await sql`delete from sessions where user_id = ${grace.uid}`;
    await letGoOn();
    expect((await answer).body).toMatchObject({ complete: false, error: { code: 'not_signed_in' } });
  });
});
