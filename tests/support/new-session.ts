import { randomBytes } from 'node:crypto';
import { Client, type Member } from './client.ts';
import type { TestServer } from './server.ts';
import { sessionCookie } from './session-cookie.ts';

/** Signs a person in at another browser, without the time that a password takes to check. */
export async function newSession({ origin, database, moodring }: TestServer, { uid }: Member) {
  const token = randomBytes(16).toString('hex');
  await database.pool.query(
    `insert into sessions (id, token, user_id, generation, expires_at)
     select gen_random_uuid(), $1, user_id, generation, now() + interval '60 days' from accounts where user_id = $2`,
    [token, uid],
  );
  const client = new Client(origin);
  client.cookie = sessionCookie(token, moodring.context.config.authSecret);
  return { client, token };
}
