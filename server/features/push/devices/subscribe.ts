import { ECDH } from 'node:crypto';
import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import type { PushDevice, Subscribe } from '#contract/push.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { LIMITS } from '#server/limits/index.ts';
import { findService } from '../services/push-services.ts';
import { OWN_DEVICE, type ThisDevice } from './devices.ts';

const BASE64 = /^[\w+/-]+={0,2}$/;
const POINT_BYTES = 65;
const SECRET_BYTES = 16;

/**
 * A stranger gives us the endpoint, so only known push services are stored.
 * @param network the caller's, for the limits
 * @throws {ProductError} invalid, too_many; not_signed_in when the session has ended meanwhile
 */
export async function subscribe(
  context: Context,
  person: ThisDevice,
  { endpoint, keys }: Subscribe,
  network: string,
): Promise<PushDevice> {
  const at = findService(endpoint, context.config.pushHosts);
  if (!at) throw new ProductError('invalid', (t) => t.unknownPushService);
  const checked = checkKeys(keys);
  if (!checked) throw new ProductError('invalid');
  const device = { ...checked, endpoint: at.url.href, service: at.service };
  const { renewPushes, subscribeToPushes } = LIMITS;
  if (await isKnown(context, person, device.endpoint)) await context.limits.consume(renewPushes.person, person.uid);
  else await context.limits.count([subscribeToPushes.person, person.uid], [subscribeToPushes.network, network]);
  return inTransaction(context.pool, (db) => storeDevice(db, person, device));
}

async function isKnown({ pool }: Context, { sessionId }: ThisDevice, endpoint: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from push_devices where session_id = $1 and endpoint = $2', [
    sessionId,
    endpoint,
  ]);
  return rowCount === 1;
}

/** The keys in base64url, if they are a point on the curve P-256 and a secret of 16 bytes (RFC 8291 §3). */
function checkKeys({ p256dh, auth }: Subscribe['keys']): Subscribe['keys'] | undefined {
  const [point, secret] = [bytesOf(p256dh), bytesOf(auth)];
  if (point?.length !== POINT_BYTES || secret?.length !== SECRET_BYTES) return;
  try {
    ECDH.convertKey(point, 'prime256v1');
  } catch {
    return;
  }
  return { p256dh: point.toString('base64url'), auth: secret.toString('base64url') };
}

function bytesOf(text: string): Buffer | undefined {
  return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** A further device of a person replaces the one that was renewed longest ago. */
const PUSH_DEVICES_MAX = 20;

const LOCK = `
  select id, p256dh, auth from push_devices where kind = 'browser' and (endpoint = $1 or id = $2)
  order by id for update`;

const TAKE_ENDPOINT = `
  delete from push_devices where kind = 'browser' and endpoint = $1 and id <> $2
  returning uid, about, show_names, show_words`;

const STORE = `
  insert into push_devices (id, session_id, uid, service, endpoint, p256dh, auth, about, show_names, show_words)
  values ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (id) do update set service = excluded.service, endpoint = excluded.endpoint,
    p256dh = excluded.p256dh, auth = excluded.auth, renewed_at = now(),
    unconfirmed_since = case when push_devices.endpoint = excluded.endpoint then push_devices.unconfirmed_since end
  returning ${OWN_DEVICE}`;

const REMOVE_OLDEST = `
  delete from push_devices where id in (
    select id from push_devices where uid = $1 and kind = 'browser' order by renewed_at desc, id offset ${PUSH_DEVICES_MAX}
  )`;

/** A browser has one subscription, so the session that had the endpoint before loses it. */
async function storeDevice(
  db: pg.ClientBase,
  { uid, sessionId }: ThisDevice,
  { service, endpoint, p256dh, auth }: Subscribe['keys'] & { service: string; endpoint: string },
): Promise<PushDevice> {
  // Two at once must not exceed the number of devices, and one of them gets the endpoint.
  await db.query('select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest($1::text[]) key', [
    [uid, endpoint],
  ]);
  const { rowCount: sessions } = await db.query(
    'select from sessions where id = $1 and user_id = $2 and expires_at > now() for key share',
    [sessionId, uid],
  );
  if (sessions === 0) throw new ProductError('not_signed_in');
  // In one order: two people who take each other's endpoints would otherwise wait for each other.
  const { rows: known } = await db.query(LOCK, [endpoint, sessionId]);
  // Who knows only the endpoint, for example from an export, must not take the device over.
  if (known.some((device) => device.id !== sessionId && (device.p256dh !== p256dh || device.auth !== auth)))
    throw new ProductError('invalid');
  const { rows: replaced } = await db.query(TAKE_ENDPOINT, [endpoint, sessionId]);
  const before = replaced.find((device) => device.uid === uid);
  const { rows } = await db.query<PushDevice>(STORE, [
    ...[sessionId, uid, service, endpoint, p256dh, auth],
    ...[before?.about ?? 'all', before?.show_names ?? false, before?.show_words ?? false],
  ]);
  await db.query('update pushes set service = $1 where device = $2 and service <> $1', [service, sessionId]);
  await db.query(REMOVE_OLDEST, [uid]);
  return rows[0]!;
}
