import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { beforeAll, expect, test } from 'vitest';
import { Client } from '#fixtures/client.ts';
import { fillDatabase } from '#fixtures/population/fill-database.ts';
import { sessionCookie } from '#fixtures/session-cookie.ts';
import { toE164 } from '#server/phone-numbers/parse-number.ts';
import { schemaOf } from './support/database/schema-of.ts';
import { startTestServer } from './support/servers/test-server.ts';

const PEOPLE = 300;
const { origin, database, moodring } = await startTestServer();

let schemaBefore: string[];
beforeAll(async () => {
  schemaBefore = await schema();
  await fillDatabase(database.superuserUrl, PEOPLE);
});

async function rowsOf<Row>(statement: string): Promise<Row[]> {
  return (await database.pool.query(statement)).rows;
}

/** Without the sequences, which have counted. */
const schema = async () => (await schemaOf(database.pool)).filter((part) => !part.startsWith('sequence'));

test('the database has the given number of people, the search keys of sign-ups, and the schema of before', async () => {
  const keysOf = `select k.key, k.begins, u.id
    from users u, search_keys_of(u.firstname, u.lastname, u.phonenumber, u.phone_key) k`;
  expect(await rowsOf('select id from users')).toHaveLength(PEOPLE);
  expect(await rowsOf(`${keysOf} except select key, begins, uid from search_keys`)).toEqual([]);
  expect(await schema()).toEqual(schemaBefore);
});

test('each connection exists in both directions, and messages are between connected people', async () => {
  const oneWay = `select from connections c where not exists (
    select from connections d join users u on u.id = d.owner where d.owner = c.other and d.other = c.owner)`;
  const ofStrangers = `select from messages m where not exists (
    select from connections where owner = m.sender and other = m.receiver and connected_at < m.timestamp)`;
  for (const statement of [oneWay, ofStrangers]) expect(await rowsOf(statement)).toEqual([]);
});

test('a sample user is signed in and has 50 connections', async () => {
  const [sample] = await rowsOf<{ uid: string; token: string }>('select user_id as uid, token from sessions limit 1');
  const client = new Client(origin);
  client.cookie = sessionCookie(sample!.token, moodring.context.config.authSecret);
  expect((await client.get(`/api/users/${sample!.uid}/connections`)).body).toHaveLength(50);
});

test('phone numbers can be read, but are never assigned', async () => {
  const phones = await rowsOf<{ typed: string; e164: string | null }>(
    'select phonenumber as typed, phone_key as e164 from users',
  );
  for (const { typed, e164 } of phones) expect(toE164(typed, 'US')).toBe(e164);
  expect(phones.filter(({ e164 }) => e164 && parsePhoneNumberFromString(e164)!.isValid())).toEqual([]);
});
