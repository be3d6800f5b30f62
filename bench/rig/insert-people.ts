import { crowd } from '#fixtures/insert-members.ts';
import { sqlOn } from '#fixtures/sql.ts';
import type { Person } from './people.ts';
import type { Product } from './product.ts';

/** Puts people with a phone and a session into the database, and keeps of each what a socket needs. */
export async function signedInPeople({ url, db, authSecret }: Product, count: number): Promise<Person[]> {
  const people = await crowd(
    sqlOn(() => db),
    url,
    authSecret,
    count,
  );
  return people.map(({ uid, cookie }) => ({ uid, cookie }));
}

/** Connects one person with all the others, without a greeting. */
export async function befriend({ db }: Product, { uid }: Person, others: Person[]): Promise<void> {
  await db.query(
    `insert into connections (owner, other)
     select $1, other from unnest($2::uuid[]) other union all select other, $1 from unnest($2::uuid[]) other`,
    [uid, others.map((other) => other.uid)],
  );
}
