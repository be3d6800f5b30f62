import { ECDH } from 'node:crypto';
import { ProductError } from '#contract/errors.ts';
import type { PushDevice, Subscribe } from '#contract/push.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';
import { withTimeout } from '#server/http/with-timeout.ts';
import { LIMITS } from '#server/limits/index.ts';
import { checkPublic, PrivateAddressError } from '../services/public-lookup.ts';
import { findService, type KnownEndpoint } from '../services/push-services.ts';
import { storeDevice } from './store-device.ts';

type ThisDevice = Pick<SignedInPerson, 'uid' | 'sessionId'>;

const UNKNOWN_SERVICE = 'Moodring cannot send notifications to the push service of this browser.';
const UNREADABLE_KEYS = 'The keys of this subscription cannot be read.';
const UNREACHABLE = 'The push service of this browser cannot be found now. Please try again later.';
const RESOLVE_TIMEOUT_MS = 5_000;
const BASE64 = /^[\w+/-]+={0,2}$/;
const POINT_BYTES = 65;
const SECRET_BYTES = 16;

/**
 * A stranger gives us the endpoint, so only known push services are stored, and the limits count before a name is
 * resolved.
 * @param network the caller's, for the limits
 * @throws {ProductError} invalid, too_many, unavailable; not_signed_in when the session has ended meanwhile
 */
export async function subscribe(
  context: Context,
  person: ThisDevice,
  { endpoint, keys }: Subscribe,
  network: string,
): Promise<PushDevice> {
  const at = findService(endpoint, context.config.pushHosts);
  if (!at) throw new ProductError('invalid', UNKNOWN_SERVICE);
  const checked = checkKeys(keys);
  if (!checked) throw new ProductError('invalid', UNREADABLE_KEYS);
  const device = { ...checked, endpoint: at.url.href, service: at.service };
  if (!(await isKnown(context, person, device.endpoint))) {
    await context.limits.count(
      [LIMITS.subscribeToPushes.person, person.uid],
      [LIMITS.subscribeToPushes.network, network],
    );
    await checkHost(at);
  }
  const stored = await inTransaction(context.pool, (db) => storeDevice(db, person, device));
  if (!stored) throw new ProductError('not_signed_in');
  return stored;
}

async function isKnown({ pool }: Context, { sessionId }: ThisDevice, endpoint: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from push_devices where session_id = $1 and endpoint = $2', [
    sessionId,
    endpoint,
  ]);
  return rowCount === 1;
}

async function checkHost({ url, isListed }: KnownEndpoint): Promise<void> {
  if (isListed) return;
  try {
    await withTimeout(RESOLVE_TIMEOUT_MS, checkPublic(url.hostname));
  } catch (error) {
    if (error instanceof PrivateAddressError) throw new ProductError('invalid', UNKNOWN_SERVICE);
    throw new ProductError('unavailable', UNREACHABLE);
  }
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
