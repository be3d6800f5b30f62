import { sessionCookie } from '#tests/support/session-cookie.ts';
import type { Person } from './people.ts';
import type { Product } from './product.ts';

/**
 * People with a session each, put into the database: hashing thousands of passwords would take minutes. The session is
 * signed as the identity provider signs it, and it is checked as everybody's.
 */
export async function signedInCrowd({ db, authSecret }: Product, count: number): Promise<Person[]> {
  const { rows } = await db.query<{ uid: string; token: string }>(
    `with people as (
       insert into users (id, name, firstname, lastname, email)
       select gen_random_uuid(), '', 'Bench', 'Person ' || n, gen_random_uuid() || '@example.com'
       from generate_series(1, $1) n returning id
     ), account as (
       insert into accounts (id, user_id, account_id, provider_id)
       select gen_random_uuid(), id, id::text, 'credential' from people returning user_id, generation
     )
     insert into sessions (id, user_id, generation, token, expires_at)
     select gen_random_uuid(), user_id, generation, replace(gen_random_uuid()::text, '-', ''), now() + interval '60 days'
     from account
     returning user_id as uid, token`,
    [count],
  );
  return rows.map(({ uid, token }) => ({ uid, cookie: sessionCookie(token, authSecret) }));
}
