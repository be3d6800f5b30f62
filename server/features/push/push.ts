import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Sweep } from '#server/database/sweep/sweep-table.ts';
import { createWorker, DEFAULT_WORKER_OPTIONS } from '#server/features/deliveries/index.ts';
import type { Outbox } from '#server/features/texts/index.ts';
import type { Limits } from '#server/limits/index.ts';
import type { Live } from '#server/live/live.ts';
import type { Mailer } from '#server/mail/index.ts';
import { createMarkSeen } from './mark-seen.ts';
import { makePushes, type PushReason } from './outbox/make-pushes.ts';
import { createPushChannel } from './outbox/push-channel.ts';
import { createPushSender } from './services/push-sender.ts';
import { allServices, CALL, EMAIL, LAST_RESORTS } from './services/push-services.ts';
import { loadVapidKeys } from './services/vapid.ts';

export type Push = Awaited<ReturnType<typeof createPush>>;

/** How long a push to a person with an open browser waits for a sign that they see it there. */
export const SEEN_WAIT_MS = {
  mood: 1_500,
  answer: 3_000,
  message: 10_000,
  connection: 10_000,
  'check-in': 3_000,
  missed: 1_500,
};

/** Until then it shows whether a notification reaches the person. */
const LAST_RESORT_WAIT_MS = 60_000;

const DAY_MS = 24 * 60 * 60_000;

export const OLD_DEVICES: Sweep = {
  table: 'push_devices',
  areOld: 'not is_current(push_devices)',
  passMs: DAY_MS,
};

export const OLD_PUSHES: Sweep = { table: 'pushes', areOld: `reason_at < now() - interval '7 days'`, passMs: DAY_MS };

interface Parts {
  outboxPool: pg.Pool;
  pool: pg.Pool;
  config: Config;
  limits: Limits;
  live: Live;
  mailer: Mailer;
  outbox: Pick<Outbox, 'admitCall' | 'canSend' | 'needsProof'>;
  log: Logger;
}

/** Notifies people's devices (docs/decisions/0017-push.md). */
export async function createPush(parts: Parts) {
  const { outboxPool, pool, config, live, mailer, log } = parts;
  const { pushHosts, vapidSubject, twilio } = config;
  const keys = await loadVapidKeys(pool);
  if (!vapidSubject)
    log.info(
      { part: 'pushes' },
      'APP_URL is not https, and VAPID_SUBJECT is not set: some push services refuse pushes',
    );
  const webPush = createPushSender({ keys, vapidSubject, pushHosts });
  const services = [...allServices(pushHosts), ...(mailer.isSet ? [EMAIL] : []), ...(twilio?.callsFrom ? [CALL] : [])];
  const channel = createPushChannel({ ...parts, pool: outboxPool, webPush, services });
  const worker = createWorker({ pool: outboxPool, log, channel, options: DEFAULT_WORKER_OPTIONS });
  return {
    ...worker,
    publicKey: keys.publicKey,
    markSeen: createMarkSeen({ pool, log, wake: worker.wake }),
    /** Makes the pushes of causes, in their transaction. @returns in how many milliseconds each is due */
    make: (db: pg.ClientBase, reasons: readonly PushReason[]): Promise<number[]> =>
      makePushes(db, reasons, {
        services,
        waitMs({ uid, cause, service }) {
          if (LAST_RESORTS.includes(service)) return LAST_RESORT_WAIT_MS;
          return live.mayBeOnline(uid) ? SEEN_WAIT_MS[cause] : 0;
        },
      }),
  };
}
