import { randomBytes } from 'node:crypto';
import { Client, type Member } from '#fixtures/client.ts';
import { sessionCookie } from '#fixtures/session-cookie.ts';
import type { TestServer } from '../servers/test-server.ts';

/** Gives a person a session in another browser, without the time of a password check. */
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
