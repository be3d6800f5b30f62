import { createHmac, randomBytes } from 'node:crypto';
import { Client, type Member } from './client.ts';
import type { TestServer } from './server.ts';

/** Signs a person in at another browser, without the time that a password takes to check. */
export async function newSession({ origin, database, moodring }: TestServer, { uid }: Member) {
  const token = randomBytes(16).toString('hex');
  await database.pool.query(
    `insert into sessions (id, token, user_id, expires_at) values (gen_random_uuid(), $1, $2, now() + interval '60 days')`,
    [token, uid],
  );
  const signature = createHmac('sha256', moodring.context.config.authSecret).update(token).digest('base64');
  const client = new Client(origin);
  client.cookie = `moodring.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  return { client, token };
}
