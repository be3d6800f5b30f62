import type { Member } from '#fixtures/client.ts';
import { insertMembers } from '#fixtures/insert-members.ts';
import { sqlOn } from '#fixtures/sql.ts';
import type { Product } from './product.ts';

export type Person = Pick<Member, 'uid' | 'cookie'>;

/** Two connected people. The first one connected, so the greeting is from them. */
export type Pair = readonly [Member, Member];

export function insertPeople({ url, db, authSecret }: Product, count: number): Promise<Member[]> {
  return insertMembers(
    sqlOn(() => db),
    url,
    authSecret,
    count,
  );
}

export async function connectWithAll({ db }: Product, { uid }: Person, others: Person[]): Promise<void> {
  await db.query(
    `insert into connections (owner, other)
     select $1, other from unnest($2::uuid[]) other union all select other, $1 from unnest($2::uuid[]) other`,
    [uid, others.map((other) => other.uid)],
  );
}

/** Inserts pairs of people, each with a phone, and connects them with the browser's own call, which greets. */
export async function connectedPairs(product: Product, count: number): Promise<Pair[]> {
  const people = await insertPeople(product, 2 * count);
  const pairs = Array.from({ length: count }, (_, n): Pair => [people[2 * n]!, people[2 * n + 1]!]);
  for (const [one, other] of pairs) {
    const { status } = await one.connect(other);
    if (status !== 200) throw new Error(`Connecting was answered with ${status}`);
  }
  return pairs;
}
