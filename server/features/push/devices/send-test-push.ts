import type pg from 'pg';
import type { Language } from '#contract/account/languages.ts';
import type { PushTest } from '#contract/push.ts';
import type { Config } from '#server/config.ts';
import { Gone, Refused, reasonOf } from '#server/features/deliveries/index.ts';
import { wordsOf } from '#server/languages.ts';
import { TEST_TAG, testNtfyMessage, testPayload } from '../payload.ts';
import { publish } from '../services/ntfy.ts';
import { createPushSender, type PushSender, type Subscription } from '../services/push-sender.ts';
import { loadVapidKeys } from '../services/vapid.ts';
import { type DeviceKind, endSubscription } from './devices.ts';

interface TestedDevice extends PushTest {
  service: string;
  detail: string | null;
}

interface Installation {
  pool: pg.Pool;
  config: Pick<Config, 'appUrl' | 'vapidSubject' | 'pushHosts'>;
}

type Found = Subscription & { kind: DeviceKind; service: string; unread: number; language: Language | null };

const DEVICES = `
  select d.id as device, d.kind, d.service, d.endpoint, d.p256dh, d.auth,
    unread_messages(d.uid) as unread, u.language
  from push_devices d left join sessions s on s.id = d.session_id join users u on u.id = d.uid
  where d.uid = $1 and d.kind <> 'email' and (s.expires_at > now() or d.kind = 'ntfy') and ($2::uuid is null or d.session_id = $2)
  order by d.renewed_at desc, d.id`;

/** Works without a running server. @param sessionId of the only device; undefined for all */
export async function sendTestPush(
  { pool, config }: Installation,
  uid: string,
  sessionId?: string,
): Promise<TestedDevice[]> {
  const { rows: devices } = await pool.query<Found>(DEVICES, [uid, sessionId]);
  if (devices.length === 0) return [];
  const sender = createPushSender({ ...config, keys: await loadVapidKeys(pool) });
  return Promise.all(devices.map((device) => test({ pool, config }, sender, device)));
}

async function test(
  { pool, config }: Installation,
  sender: PushSender,
  { kind, service, unread, language, ...to }: Found,
): Promise<TestedDevice> {
  const t = wordsOf(language);
  const payload = testPayload(t, config.appUrl, unread);
  try {
    if (kind === 'ntfy') await publish(to.endpoint, testNtfyMessage(t, config.appUrl), config.pushHosts);
    else await sender.send(to, { payload, tag: TEST_TAG, isUrgent: true });
    return { service, sent: true, reason: null, detail: null };
  } catch (error) {
    const isGone = error instanceof Gone;
    if (isGone) await endSubscription(pool, to);
    const reason = isGone ? t.noSubscription : error instanceof Refused ? t.serviceRefuses : t.serviceTakesNone;
    return { service, sent: false, reason, detail: isGone ? 'the subscription has ended' : reasonOf(error) };
  }
}
