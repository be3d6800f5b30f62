import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import type { PushDevice } from '#contract/push.ts';
import { OWN_DEVICE } from './devices.ts';

interface NewDevice {
  service: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A further device of a person replaces the one that was renewed longest ago. */
const PUSH_DEVICES_MAX = 20;

const LOCK = `
  select session_id, p256dh, auth from push_devices where endpoint = $1 or session_id = $2
  order by session_id for update`;

const TAKE_ENDPOINT = `
  delete from push_devices where endpoint = $1 and session_id <> $2
  returning uid, about, show_names, show_words`;

const STORE = `
  insert into push_devices (session_id, uid, service, endpoint, p256dh, auth, about, show_names, show_words)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (session_id) do update set service = excluded.service, endpoint = excluded.endpoint,
    p256dh = excluded.p256dh, auth = excluded.auth, renewed_at = now()
  returning ${OWN_DEVICE}`;

const REMOVE_OLDEST = `
  delete from push_devices where session_id in (
    select session_id from push_devices where uid = $1 order by renewed_at desc, session_id offset ${PUSH_DEVICES_MAX}
  )`;

/**
 * A browser has one subscription, so the session that had the endpoint before loses it.
 * @returns undefined when the session has ended
 * @throws {ProductError} invalid, when another session has the endpoint with other keys
 */
export async function storeDevice(
  db: pg.ClientBase,
  { uid, sessionId }: { uid: string; sessionId: string },
  { service, endpoint, p256dh, auth }: NewDevice,
): Promise<PushDevice | undefined> {
  // Two at once must not exceed the number of devices, and one of them gets the endpoint.
  await db.query('select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest($1::text[]) key', [
    [uid, endpoint],
  ]);
  const { rowCount: sessions } = await db.query(
    'select from sessions where id = $1 and user_id = $2 and expires_at > now() for key share',
    [sessionId, uid],
  );
  if (sessions === 0) return;
  // In one order: two people who take each other's endpoints would otherwise wait for each other.
  const { rows: known } = await db.query(LOCK, [endpoint, sessionId]);
  // Who knows only the endpoint, for example from an export, must not take the device over.
  if (known.some((device) => device.session_id !== sessionId && (device.p256dh !== p256dh || device.auth !== auth)))
    throw new ProductError('invalid', 'Another browser has this subscription.');
  const { rows: replaced } = await db.query(TAKE_ENDPOINT, [endpoint, sessionId]);
  const before = replaced.find((device) => device.uid === uid);
  const { rows } = await db.query<PushDevice>(STORE, [
    ...[sessionId, uid, service, endpoint, p256dh, auth],
    ...[before?.about ?? 'all', before?.show_names ?? false, before?.show_words ?? false],
  ]);
  await db.query('update pushes set service = $1 where session_id = $2 and service <> $1', [service, sessionId]);
  await db.query(REMOVE_OLDEST, [uid]);
  return rows[0];
}
