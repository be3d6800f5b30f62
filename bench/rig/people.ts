import { randomUUID } from 'node:crypto';
import type { ConnectionEntry } from '#contract/views.ts';
import { insertMembers } from '#fixtures/insert-members.ts';
import { sessionCookie } from '#fixtures/session-cookie.ts';
import { sqlOn } from '#fixtures/sql.ts';
import type { Product } from './product.ts';

/** A person with an account and a session: enough to open a live connection. */
export interface Person {
  uid: string;
  cookie: string;
}

/** Two connected people. The first one connected, so the greeting is from them. */
export type Pair = readonly [Person, Person];

const AT_ONCE = 4;
const CALL_TIMEOUT_MS = 30_000;

/** Puts people with a phone and a session into the database. */
export async function insertPeople({ url, db, authSecret }: Product, count: number): Promise<Person[]> {
  const people = await insertMembers(
    sqlOn(() => db),
    url,
    authSecret,
    count,
  );
  return people.map(({ uid, cookie }) => ({ uid, cookie }));
}

/** Signs people in on a second device each. @returns them with its cookie */
export async function signInAgain({ db, authSecret }: Product, people: Person[]): Promise<Person[]> {
  const signedIn = people.map(({ uid }) => ({ uid, token: randomUUID() }));
  await db.query(
    `insert into sessions (id, user_id, generation, token, expires_at)
     select gen_random_uuid(), user_id, generation, token, now() + interval '60 days'
     from unnest($1::uuid[], $2::text[]) as signed_in (uid, token) join accounts on user_id = uid`,
    [signedIn.map(({ uid }) => uid), signedIn.map(({ token }) => token)],
  );
  return signedIn.map(({ uid, token }) => ({ uid, cookie: sessionCookie(token, authSecret) }));
}

/** Connects one person with all the others, without a greeting. */
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
  const pairs = Array.from({ length: count }, (_, n) => [people[2 * n]!, people[2 * n + 1]!] as const);
  const left = [...pairs];
  const connectNext = async (): Promise<void> => {
    for (let pair = left.pop(); pair; pair = left.pop())
      await call(product, 'PUT', `/api/users/${pair[0].uid}/connections/${pair[1].uid}`, {}, pair[0]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, connectNext));
  return pairs;
}

/** A person's list of connections, as their browser gets it. */
export async function connectionsOf(product: Product, person: Person): Promise<ConnectionEntry[]> {
  const entries = await call(product, 'GET', `/api/users/${person.uid}/connections`, undefined, person);
  return entries as ConnectionEntry[];
}

/** Makes a call and reads the whole answer, which frees its connection for the next call. */
export async function call({ url }: Product, method: string, path: string, body: object | undefined, as: Person) {
  const answer = await fetch(url + path, {
    method,
    headers: { origin: url, cookie: as.cookie, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as unknown;
}
