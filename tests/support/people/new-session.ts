import { randomBytes } from 'node:crypto';
import { Client, type Member } from '#fixtures/client.ts';
import { sessionCookie } from '#fixtures/session-cookie.ts';
import type { TestServer } from '../servers/test-server.ts';

/**
 * Inserts a session of a person with an account, without the time of a password check.
 * @param query runs a statement on the app's database
 * @returns its token
 */
async function beginSession(
  query: (statement: string, values: unknown[]) => Promise<unknown>,
  uid: string,
): Promise<string> {
  const token = randomBytes(16).toString('hex');
  await query(
    `insert into sessions (id, token, user_id, generation, expires_at)
     select gen_random_uuid(), $1, user_id, generation, now() + interval '60 days' from accounts where user_id = $2`,
    [token, uid],
  );
  return token;
}

/** Gives a person a session in another browser. */
export async function newSession({ origin, database, moodring }: TestServer, { uid }: Member) {
  const token = await beginSession((statement, values) => database.pool.query(statement, values), uid);
  const client = new Client(origin);
  client.cookie = sessionCookie(token, moodring.context.config.authSecret);
  return { client, token };
}
