import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { beforeAll, expect, test } from 'vitest';
import { Client } from '#fixtures/client.ts';
import { fillDatabase } from '#fixtures/population/fill-database.ts';
import { sessionCookie } from '#fixtures/session-cookie.ts';
import { toE164 } from '#server/phone-numbers/parse-number.ts';
import { startTestServer } from './support/servers/test-server.ts';

const PEOPLE = 300;
const { origin, database, moodring } = await startTestServer();
const larger = await startTestServer();

let schemaBefore: string[];
beforeAll(async () => {
  schemaBefore = await schema();
  await fillDatabase(database.superuserUrl, PEOPLE);
  await fillDatabase(larger.database.superuserUrl, PEOPLE + 50);
});

async function rowsOf<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.pool.query(statement, values)).rows;
}

async function numberOf(statement: string): Promise<number> {
  return Number((await rowsOf<{ n: number }>(`select count(*) as n ${statement}`))[0]!.n);
}

/** Every column, index, constraint and trigger, and whether it is enabled. */
async function schema(): Promise<string[]> {
  const rows = await rowsOf<{ part: string }>(`
    select indexdef as part from pg_indexes where schemaname = 'public'
    union all select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger
    union all select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select concat_ws(' ', attrelid::regclass, attname, attnotnull) from pg_attribute
      where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
    order by 1`);
  return rows.map(({ part }) => part);
}

test('the database has the given number of people, and its schema is unchanged', async () => {
  expect(await numberOf('from users')).toBe(PEOPLE);
  expect(await schema()).toEqual(schemaBefore);
});

test('each connection exists once in both directions; circles have all sizes', async () => {
  expect(
    await numberOf(`from connections c where not exists (
      select from connections d join users u on u.id = d.owner where d.owner = c.other and d.other = c.owner)`),
  ).toBe(0);
  const degrees = await rowsOf<{ n: number }>(
    'select count(c.owner)::int as n from users u left join connections c on c.owner = u.id group by u.id',
  );
  const sizes = degrees.map(({ n }) => n);
  expect(Math.max(...sizes)).toBe(PEOPLE / 2);
  expect(sizes.filter((n) => n === 0).length).toBeGreaterThanOrEqual(5);
  expect(sizes.filter((n) => n === 50).length).toBeGreaterThanOrEqual(60);
});

test('messages are between connected people, in both directions, ordered by time; connections have the last one’s time', async () => {
  expect(
    await numberOf(`from messages m where not exists (
      select from connections where owner = m.sender and other = m.receiver and connected_at < m.timestamp)`),
  ).toBe(0);
  expect(
    await numberOf('from (select timestamp < lag(timestamp) over (order by seq) as back from messages) m where back'),
  ).toBe(0);
  expect(
    await numberOf(`from connections c left join (
        select least(sender, receiver) as one, greatest(sender, receiver) as other, max(timestamp) as at from messages group by 1, 2
      ) m on m.one = least(c.owner, c.other) and m.other = greatest(c.owner, c.other)
      where c.lastmessage is distinct from m.at`),
  ).toBe(0);
  const ways =
    'select distinct sender, receiver from messages intersect select distinct receiver, sender from messages';
  expect(await numberOf(`from (${ways}) m`)).toBeGreaterThan(100);
  const unread = await numberOf('from messages where not read');
  expect(unread).toBeGreaterThan(100);
  expect(unread).toBeLessThan((await numberOf('from messages')) / 20);
});

test('the search keys are the same as after a sign-up', async () => {
  const keysOf = `select k.key, k.begins, u.id
    from users u, search_keys_of(u.firstname, u.lastname, u.phonenumber, u.phone_key) k`;
  expect(await numberOf(`from (${keysOf} except select key, begins, uid from search_keys) k`)).toBe(0);
  expect(await numberOf('from search_keys')).toBe(await numberOf(`from (${keysOf}) k`));
});

test('a sample user is signed in and has 50 connections with unread counts, and 50 chats', async () => {
  const [sample] = await rowsOf<{ uid: string; token: string }>('select user_id as uid, token from sessions limit 1');
  const client = new Client(origin);
  client.cookie = sessionCookie(sample!.token, moodring.context.config.authSecret);
  const { status, body: circle } = await client.get(`/api/users/${sample!.uid}/connections`);
  expect([status, circle.length]).toEqual([200, 50]);
  const unread = await rowsOf<{ sender: string; n: number }>(
    'select sender, count(*)::int as n from messages where receiver = $1 and not read group by sender',
    [sample!.uid],
  );
  const unreadOf = new Map(unread.map(({ sender, n }) => [sender, n]));
  for (const entry of circle) {
    expect(entry.unread).toBe(unreadOf.get(entry.uid) ?? 0);
    expect(entry.lastmessage).toBeGreaterThan(0);
  }
  const [longest] = await rowsOf<{ other: string }>(
    'select receiver as other from messages where sender = $1 group by 1 order by count(*) desc limit 1',
    [sample!.uid],
  );
  const { body: page } = await client.get(`/api/messages?with=${longest!.other}`);
  expect(page.messages).toHaveLength(50);
  expect(page.before).toBe(page.messages[0].seq);
});

test('a larger population begins with the same people', async () => {
  const statement = `select id, name, phonenumber from users order by created_at limit ${PEOPLE}`;
  expect((await larger.database.pool.query(statement)).rows).toEqual(await rowsOf(statement));
});

test('phone numbers can be read, but are never assigned', async () => {
  const phones = await rowsOf<{ typed: string; e164: string | null }>(
    'select phonenumber as typed, phone_key as e164 from users',
  );
  for (const { typed, e164 } of phones) expect(toE164(typed, 'US')).toBe(e164);
  expect(phones.filter(({ e164 }) => e164 && parsePhoneNumberFromString(e164)!.isValid())).toEqual([]);
  const without = phones.filter(({ typed }) => typed === '').length / phones.length;
  expect(without).toBeCloseTo(0.1, 1);
});
