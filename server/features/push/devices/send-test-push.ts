import type pg from 'pg';
import type { PushTest } from '#contract/push.ts';
import type { Config } from '#server/config.ts';
import { Gone, Refused, reasonOf } from '#server/features/deliveries/index.ts';
import { TEST_TAG, testPayload } from '../payload.ts';
import { createPushSender, type PushSender, type Subscription } from '../services/push-sender.ts';
import { loadVapidKeys } from '../vapid-keys.ts';

/** What came of a test push to one device. */
interface TestedDevice extends PushTest {
  /** The push service, such as `*.push.apple.com`. */
  service: string;
  /** The technical reason, for the operator; null when it was sent. */
  detail: string | null;
}

interface Installation {
  pool: pg.Pool;
  config: Pick<Config, 'appUrl' | 'vapidSubject' | 'pushHosts'>;
}

type Found = Subscription & { service: string; unread: number };

const DEVICES = `
  select d.session_id as "sessionId", d.service, d.endpoint, d.p256dh, d.auth,
    (select count(*)::integer from (select from messages m where m.receiver = d.uid and not m.read
    and exists (select from connections k where k.owner = m.receiver and k.other = m.sender) limit 999) m) as unread
  from push_devices d join sessions s on s.id = d.session_id
  where d.uid = $1 and s.expires_at > now() and ($2::uuid is null or d.session_id = $2)
  order by d.renewed_at desc, d.session_id`;

const ENDED =
  'The push service says that this device has no subscription any more. Please turn notifications on again.';
const REFUSED = 'The push service of this device refuses our notifications.';
const FAILED = 'The push service of this device does not take notifications now. Please try again later.';

/**
 * Sends a test push to a person's devices, or to one of them, and waits for the push services. An ended subscription is
 * removed. It makes a sender of its own, so that a program without a running server can use it.
 * @param sessionId of the only device; undefined for all
 */
export async function sendTestPush(
  { pool, config }: Installation,
  uid: string,
  sessionId?: string,
): Promise<TestedDevice[]> {
  const { rows: devices } = await pool.query<Found>(DEVICES, [uid, sessionId]);
  if (devices.length === 0) return [];
  const sender = createPushSender({ ...config, keys: await loadVapidKeys(pool) });
  try {
    return await Promise.all(devices.map((device) => test({ pool, config }, sender, device)));
  } finally {
    sender.close();
  }
}

async function test(
  { pool, config }: Installation,
  sender: PushSender,
  { service, unread, ...to }: Found,
): Promise<TestedDevice> {
  const payload = testPayload(config.appUrl, unread);
  try {
    await sender.send(to, { payload, tag: TEST_TAG, isUrgent: true });
    return { service, sent: true, reason: null, detail: null };
  } catch (error) {
    const isGone = error instanceof Gone;
    if (isGone)
      await pool.query('delete from push_devices where session_id = $1 and endpoint = $2', [to.sessionId, to.endpoint]);
    const reason = isGone ? ENDED : error instanceof Refused ? REFUSED : FAILED;
    return { service, sent: false, reason, detail: isGone ? 'the subscription has ended' : reasonOf(error) };
  }
}
