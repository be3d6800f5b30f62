import { sql } from 'kysely';
import type { PushDevice } from '#contract/push.ts';
import type { Transaction } from '#server/database/connect.ts';
import { OWN_DEVICE } from './devices.ts';

interface NewDevice {
  service: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A person's devices; a further one replaces the one that was renewed longest ago. */
const PUSH_DEVICES_MAX = 20;

const DEVICE = sql.raw(OWN_DEVICE);

/**
 * Stores a session's device. A browser has one subscription, so its endpoint leaves the session that had it before: whoever is
 * signed in there now gets the notifications, and nobody else's. A person who signs in again keeps what they had set.
 * @returns undefined when the session has ended
 */
export async function storeDevice(
  trx: Transaction,
  { uid, sessionId }: { uid: string; sessionId: string },
  { service, endpoint, p256dh, auth }: NewDevice,
): Promise<PushDevice | undefined> {
  // One subscription of a person after the other, so that two at once do not exceed the number of devices.
  await sql`select pg_advisory_xact_lock(hashtextextended(${uid}, 0))`.execute(trx);
  const session = await sql`
    select from sessions where id = ${sessionId} and user_id = ${uid} and expires_at > now() for key share`.execute(
    trx,
  );
  if (session.rows.length === 0) return;
  // In one order: two people who take each other's endpoints would otherwise wait for each other.
  await sql`
    select from push_devices where endpoint = ${endpoint} or session_id = ${sessionId} order by session_id for update`.execute(
    trx,
  );
  const { rows: replaced } = await sql<Record<string, unknown>>`
    delete from push_devices where endpoint = ${endpoint} and session_id <> ${sessionId}
    returning uid, support, messages, connections, answers, show_names, show_words`.execute(trx);
  const before = replaced.find((device) => device.uid === uid);
  const { rows } = await sql<PushDevice>`
    insert into push_devices (session_id, uid, service, endpoint, p256dh, auth, support, messages, connections,
      answers, show_names, show_words)
    values (${sessionId}, ${uid}, ${service}, ${endpoint}, ${p256dh}, ${auth}, ${before?.support ?? true},
      ${before?.messages ?? true}, ${before?.connections ?? true}, ${before?.answers ?? true},
      ${before?.show_names ?? false}, ${before?.show_words ?? false})
    on conflict (session_id) do update set service = excluded.service, endpoint = excluded.endpoint,
      p256dh = excluded.p256dh, auth = excluded.auth, renewed_at = now()
    returning ${DEVICE}`.execute(trx);
  await sql`update pushes set service = ${service} where session_id = ${sessionId} and service <> ${service}`.execute(
    trx,
  );
  await sql`
    delete from push_devices where session_id in (
      select session_id from push_devices where uid = ${uid} order by renewed_at desc, session_id offset ${PUSH_DEVICES_MAX}
    )`.execute(trx);
  return rows[0];
}
