import { randomBytes, randomUUID } from 'node:crypto';
import { sessionCookie } from '#tests/support/session-cookie.ts';
import type { Person } from './people.ts';
import type { Product } from './product.ts';

/**
 * Puts people with a phone and a session into the database: hashing so many passwords would take minutes. Their cookies
 * are signed as the identity provider signs them, and checked as everybody's.
 */
export async function signedInPeople({ db, authSecret }: Product, count: number): Promise<Person[]> {
  const people = Array.from({ length: count }, () => ({ uid: randomUUID(), token: randomBytes(24).toString('hex') }));
  await db.query(
    `with person as (
       select * from unnest($1::uuid[], $2::text[]) with ordinality as p (id, token, place)
     ), added as (
       insert into users (id, name, firstname, lastname, email, phonenumber, phone_e164)
       select id, '', 'Bench', 'Person ' || place, id || '@example.com', number, number
       from person, lateral (select '+1415' || to_char(place, 'FM0000000')) as phone (number)
       returning id
     ), account as (
       insert into accounts (id, user_id, account_id, provider_id)
       select gen_random_uuid(), id, id::text, 'credential' from added returning user_id, generation
     )
     insert into sessions (id, user_id, generation, token, expires_at)
     select gen_random_uuid(), user_id, generation, token, now() + interval '60 days' from account join person on id = user_id`,
    [people.map(({ uid }) => uid), people.map(({ token }) => token)],
  );
  return people.map(({ uid, token }) => ({ uid, cookie: sessionCookie(token, authSecret) }));
}

/** Connects one person with all the others, without a greeting. */
export async function befriend({ db }: Product, { uid }: Person, others: Person[]): Promise<void> {
  await db.query(
    `insert into connections (owner, other)
     select $1, other from unnest($2::uuid[]) other union all select other, $1 from unnest($2::uuid[]) other`,
    [uid, others.map((other) => other.uid)],
  );
}
