import { hashPassword } from 'better-auth/crypto';
import type pg from 'pg';
import { sessionCookie } from '#tests/support/session-cookie.ts';
import type { Person } from '../people.ts';
import { type Population, uidOf } from './population.ts';
import { createRandom } from './random.ts';

/** Walkers can sign in and are signed in already; the regulars are the first of them. */
const MOST = 1_000;
export const WALKERS_PASSWORD = 'correct horse battery';
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];
/** As better-auth makes them. */
const TOKEN_LENGTH = 32;

/** Gives the first people of a population an account, and a session that has just begun. */
export async function admitWalkers(client: pg.Client, population: Population): Promise<void> {
  const uids = numbersOfWalkers(population).map((person) => uidOf(population, person));
  await client.query(
    `insert into accounts (id, user_id, account_id, provider_id, password)
     select gen_random_uuid(), uid, uid::text, 'credential', $2 from unnest($1::uuid[]) uid`,
    [uids, await hashPassword(WALKERS_PASSWORD)],
  );
  await client.query(
    `insert into sessions (id, user_id, generation, token, expires_at)
     select gen_random_uuid(), uid, generation, token, now() + interval '60 days'
     from unnest($1::uuid[], $2::text[]) w (uid, token) join accounts on user_id = uid`,
    [uids, tokensOf(population)],
  );
}

/** @param authSecret of the server that they are signed in at: whoever knows only a session's token is nobody */
export function walkersOf(population: Population, authSecret: string): Person[] {
  return tokensOf(population).map((token, person) => ({
    uid: uidOf(population, person),
    cookie: sessionCookie(token, authSecret),
  }));
}

function tokensOf(population: Population): string[] {
  const random = createRandom(population.seed, 'tokens');
  const token = () => Array.from({ length: TOKEN_LENGTH }, () => random.pick(LETTERS)).join('');
  return numbersOfWalkers(population).map(token);
}

function numbersOfWalkers({ people }: Population): number[] {
  return Array.from({ length: Math.min(MOST, people) }, (_, person) => person);
}
