import type pg from 'pg';
import type { Notes } from './import-notes.ts';

/** Rows stay here until all files are read, as a message may come before its sender. `local`: Firebase's id. Times: milliseconds. */
export const TEMPORARY_TABLES = `
  create temp table new_people (
    uid uuid primary key, email text, firstname text, lastname text, password text, created float8, seen float8,
    verified boolean, suspended boolean
  ) on commit drop;
  create temp table new_infos (
    uid uuid primary key, local text, firstname text, lastname text, phonenumber text, e164 text, key text, dialled text,
    restriction text, mood text
  ) on commit drop;
  create temp table new_connections (owner uuid, other uuid, local text, last float8) on commit drop;
  create temp table new_messages (
    id uuid primary key, local text, seq bigint, sender uuid, receiver uuid, content text, at float8, read boolean
  ) on commit drop`;

export type TemporaryTable = 'new_people' | 'new_infos' | 'new_connections' | 'new_messages';

export async function addRows(db: pg.ClientBase, table: TemporaryTable, rows: readonly object[]): Promise<void> {
  const insert = `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1) on conflict do nothing`;
  if (rows.length > 0) await db.query(insert, [JSON.stringify(rows)]);
}

const time = (ms: string) => `to_timestamp(${ms} / 1000)`;

const HAS_LEFT = (uid: string) => `exists (select from taken_ids where id = left_id(${uid}))`;

const STORE_PEOPLE = `
  with taken as (
    insert into users (
      id, name, firstname, lastname, email, email_verified, created_at, suspended_at, phonenumber, phone_e164, phone_key,
      phone_dialled, phone_restriction, mood, mood_chosen_at, calm_mood, calm_chosen_at
    )
    select p.uid, '', coalesce(nullif(i.firstname, ''), p.firstname), coalesce(nullif(i.lastname, ''), p.lastname), p.email,
      p.verified, moment.created, case when p.suspended then now() end, coalesce(i.phonenumber, ''), i.e164, i.key,
      i.dialled, i.restriction, mood.now, moment.seen, case when mood.is_calm then mood.now else 'Green' end, moment.seen
    from new_people p left join new_infos i using (uid),
      lateral (select coalesce(${time('p.created')}, now()) as created, coalesce(${time('p.seen')}, now()) as seen) moment,
      lateral (select coalesce(i.mood, 'Green') as now, coalesce(i.mood, 'Green') in ('Green', 'Yellow') as is_calm) mood
    where not ${HAS_LEFT('p.uid')} and not exists (select from users where id = p.uid)
    order by p.created, p.uid
    on conflict (email) do nothing
    returning id
  )
  insert into accounts (id, user_id, account_id, provider_id, password)
  select gen_random_uuid(), p.uid, p.uid::text, 'credential', p.password from new_people p join taken t on t.id = p.uid
  returning password is not null as "hasPassword"`;

/** A friendship that has ended here, or is blocked, stays so; and nobody new comes past 'Ask me first' or 'Not now'. */
const STORE_CONNECTIONS = `
  with pair as (
    select least(owner, other) as one, greatest(owner, other) as two, max(last) as last
    from new_connections group by 1, 2
  )
  insert into connections (owner, other, lastmessage)
  select way.owner, way.other, ${time('pair.last')}
  from pair, lateral (values (one, two), (two, one)) as way (owner, other)
  where exists (select from users where id = one) and exists (select from users where id = two)
    and not exists (select from past_connections where owner = one and other = two)
    and not exists (select from blocks where (owner, other) in ((one, two), (two, one)))
    and not exists (select from users where id in (one, two) and asks_first)
    and not exists (
      select from connection_requests where (asker, asked) in ((one, two), (two, one)) and declined_at is not null
    )
  order by 1, 2
  on conflict do nothing`;

const STORE_MESSAGES = `
  with taken as (
    insert into messages (id, seq, sender, receiver, content, timestamp, read)
    select id, seq, sender, receiver, content, ${time('at')}, read from new_messages n
    where exists (select from users where id = sender) and exists (select from users where id = receiver)
      and not exists (select from taken_ids t where t.id = n.id)
    order by seq
    on conflict do nothing
    returning sender, receiver, timestamp
  ), newest as (
    select way.owner, way.other, max(timestamp) as at
    from taken, lateral (values (sender, receiver), (receiver, sender)) as way (owner, other) group by 1, 2
  ), connected as (
    update connections c set lastmessage = greatest(c.lastmessage, newest.at)
    from newest where c.owner = newest.owner and c.other = newest.other
  )
  select count(*) from taken`;

/** Reasons, each with a query for the rows that it left out. They run when everything else is stored. */
const LEFT_OUT: [what: string, examples: string][] = [
  [
    'a person whose email another account here has, not taken',
    `select email as one from new_people p where not exists (select from users where id = p.uid) and not ${HAS_LEFT('uid')}`,
  ],
  [
    'a person who has deleted their account here since, not taken',
    `select email as one from new_people where ${HAS_LEFT('uid')}`,
  ],
  [
    'a person in the database without an account, not taken',
    'select local as one from new_infos i where not exists (select from new_people where uid = i.uid)',
  ],
  [
    'a connection to somebody who is not here, not taken',
    `select coalesce(u.email, c.local) as one from new_connections c left join users u on u.id = c.owner
     where u.id is null or not exists (select from users where id = c.other)`,
  ],
  [
    'a connection that only one of the two had, now of both',
    `select u.email as one from new_connections c join users u on u.id = c.owner
     where exists (select from connections where owner = c.owner and other = c.other)
       and not exists (select from new_connections where owner = c.other and other = c.owner)`,
  ],
  [
    'a message whose sender or receiver is not here, not taken',
    `select local as one from new_messages m
     where not exists (select from users where id = sender) or not exists (select from users where id = receiver)`,
  ],
];

interface Stored {
  people: number;
  passwords: number;
  friendships: number;
  messages: number;
}

/** Copies the rows of the temporary tables into the product's tables. Rows that are there already do not change. */
export async function storeImport(db: pg.ClientBase, notes: Notes): Promise<Stored> {
  await db.query('analyze new_people, new_infos, new_connections, new_messages');
  const people = await db.query<{ hasPassword: boolean }>(STORE_PEOPLE);
  const connections = await db.query(STORE_CONNECTIONS);
  const messages = await db.query<{ count: number }>(STORE_MESSAGES);
  for (const [what, examples] of LEFT_OUT) {
    const { rows } = await db.query<{ one: string; count: number }>(
      `select one, count(*) over () from (${examples}) found order by one limit 5`,
    );
    for (const [n, { one, count }] of rows.entries()) notes.add(what, one, n === 0 ? count : 0);
  }
  return {
    people: people.rowCount!,
    passwords: people.rows.filter(({ hasPassword }) => hasPassword).length,
    friendships: connections.rowCount! / 2,
    messages: messages.rows[0]!.count,
  };
}
