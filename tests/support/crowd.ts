import { randomUUID } from 'node:crypto';
import { Member } from './client.ts';
import { sessionCookie } from './session-cookie.ts';
import type { Sql } from './sql.ts';

/**
 * People with a phone and a session who have been here for a month, put into the database: hashing so many passwords would take minutes. Their cookies
 * are signed as the identity provider signs them, and checked as everybody's.
 */
export async function crowd(sql: Sql, origin: string, authSecret: string, size: number): Promise<Member[]> {
  const people = Array.from({ length: size }, () => ({ uid: randomUUID(), token: randomUUID() }));
  const rows = await sql<{ uid: string; email: string; phonenumber: string; lastname: string }>(
    `with person as (
       select * from unnest($1::uuid[], $2::text[]) with ordinality as p (id, token, place)
     ), added as (
       insert into users (id, name, firstname, lastname, email, phonenumber, phone_e164, created_at)
       select id, '', 'Friend', place::text, id || '@example.com', number, number, now() - interval '30 days'
       from person, lateral (select '+1415' || to_char(place, 'FM0000000')) as phone (number)
       returning id, email, phonenumber, lastname
     ), account as (
       insert into accounts (id, user_id, account_id, provider_id)
       select gen_random_uuid(), id, id::text, 'credential' from added returning user_id, generation
     ), signed_in as (
       insert into sessions (id, user_id, generation, token, expires_at)
       select gen_random_uuid(), user_id, generation, token, now() + interval '60 days'
       from account join person on id = user_id
     )
     select id as uid, email, phonenumber, lastname from added`,
    [people.map(({ uid }) => uid), people.map(({ token }) => token)],
  );
  const profiles = new Map(rows.map((row) => [row.uid, row]));
  return people.map(({ uid, token }) => {
    const member = new Member(origin, { ...profiles.get(uid)!, firstname: 'Friend' });
    member.cookie = sessionCookie(token, authSecret);
    return member;
  });
}

/** Connects everybody with everybody, without a greeting. */
export async function befriendAll(sql: Sql, people: readonly Member[]): Promise<void> {
  await sql(
    `insert into connections (owner, other, connected_at)
     select a, b, now() - interval '1 hour' from unnest($1::uuid[]) a cross join unnest($1::uuid[]) b where a <> b`,
    [people.map(({ uid }) => uid)],
  );
}
