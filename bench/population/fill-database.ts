import pg from 'pg';
import { connectDatabase } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { CONNECTION_COLUMNS, connectionRows } from './connection-rows.ts';
import { copyRows } from './copy-rows.ts';
import { FIRST_SEQ, MESSAGE_COLUMNS, messageRows } from './message-rows.ts';
import type { Population } from './population.ts';
import { USER_COLUMNS, userRows } from './user-rows.ts';
import { admitWalkers } from './walkers.ts';
import { withoutIndexes } from './without-indexes.ts';

/**
 * Fills a database with a population: all of it or, when something fails, nothing. The schema is as the migrations leave
 * it, before and after.
 * @param url as a superuser: triggers and foreign keys are passed by
 * @param tell hears what has been done, and how many seconds it took
 * @throws when somebody is there already
 */
export async function fillDatabase(url: string, population: Population, tell: (line: string) => void): Promise<void> {
  await bringUpSchema(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await expectNobody(client);
    await load(client, population, tell);
    await client.query('commit');
    await timed(tell, 'vacuum', async () => void (await client.query('vacuum (analyze)')));
  } finally {
    await client.end();
  }
}

/** As the database's owner, who is the app: what the superuser made it could not use. */
async function bringUpSchema(url: string): Promise<void> {
  const { db } = connectDatabase(url, { max: 1, settings: [`role = ${await ownerOf(url)}`] });
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

async function ownerOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ owner: string }>(
    'select datdba::regrole::text as owner from pg_database where datname = current_database()',
  );
  await client.end();
  return rows[0]!.owner;
}

async function expectNobody(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from users limit 1');
  if (rowCount) throw new Error('There are people in this database already. A population wants an empty one.');
}

async function load(client: pg.Client, population: Population, tell: (line: string) => void): Promise<void> {
  const step = (what: string, work: () => Promise<void>) => timed(tell, what, work);
  // What the triggers and foreign keys would see to is so by construction; seen to row by row it would take hours.
  await client.query(`set local session_replication_role = replica`);
  await client.query(`set local maintenance_work_mem = '512MB'`);
  // A COPY into a table that was truncated in its transaction can freeze its rows.
  await client.query('truncate users, connections, messages cascade');
  await step('people', () =>
    withoutIndexes(client, ['users'], () =>
      copyRows(client, 'users', USER_COLUMNS, (row) => userRows(row, population)),
    ),
  );
  await step('search keys', () =>
    withoutIndexes(client, ['search_keys'], async () => void (await client.query(SEARCH_KEYS))),
  );
  await client.query(
    `insert into mood_choices (uid, mood, chosen_at) select id, mood, mood_chosen_at from users where mood <> 'Green'`,
  );
  await step('connections', () =>
    withoutIndexes(client, ['connections'], () =>
      copyRows(client, 'connections', CONNECTION_COLUMNS, (row) => connectionRows(row, population)),
    ),
  );
  await step('messages', () =>
    withoutIndexes(client, ['messages'], () =>
      copyRows(client, 'messages', MESSAGE_COLUMNS, (row) => messageRows(row, population)),
    ),
  );
  await client.query(`select setval(pg_get_serial_sequence('messages', 'seq'), $1)`, [FIRST_SEQ + population.messages]);
  await admitWalkers(client, population);
}

const SEARCH_KEYS = `
  insert into search_keys (key, begins, uid)
  select k.key, k.begins, u.id
  from users u, search_keys_of(u.firstname, u.lastname, u.phonenumber, u.phone_e164) k`;

async function timed(tell: (line: string) => void, what: string, work: () => Promise<void>): Promise<void> {
  const from = performance.now();
  await work();
  tell(`${what} in ${((performance.now() - from) / 1000).toFixed(1)} s`);
}
