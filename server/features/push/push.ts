import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import { createWorker, DEFAULT_WORKER_OPTIONS, type Worker } from '#server/features/deliveries/index.ts';
import type { Limits } from '#server/limits/index.ts';
import type { Live } from '#server/live/live.ts';
import { createSeenMarks, type SeenMarks } from './mark-seen.ts';
import type { CountWaitingAsks } from './outbox/look-at-pushes.ts';
import { makePushes, type PushReason } from './outbox/make-pushes.ts';
import { createPushChannel } from './outbox/push-channel.ts';
import { createPushSender } from './services/push-sender.ts';
import { allServices } from './services/push-services.ts';
import { loadVapidKeys } from './vapid-keys.ts';

/**
 * Notifies people's devices (docs/decisions/0017-push.md). Pushes follow from causes that other features store in their
 * transactions, so nothing here fails a message or a mood.
 */
export interface Push extends Pick<Worker, 'wake' | 'wakeIn' | 'start' | 'stop'> {
  /** The server's public key, with which browsers subscribe. */
  readonly publicKey: string;
  readonly seenMarks: SeenMarks;
  /** Makes the pushes of causes, in their transaction. @returns in how many milliseconds each is due */
  make(db: pg.ClientBase, reasons: readonly PushReason[]): Promise<number[]>;
  readonly worker: Worker;
}

/** How long a push to a person with an open browser waits for a sign that they see it there. */
const SEEN_WAIT_MS = { mood: 1_500, answer: 3_000, message: 10_000, connection: 10_000 };

interface Parts {
  /** The worker's. */
  outboxPool: pg.Pool;
  pool: pg.Pool;
  config: Config;
  limits: Limits;
  live: Live;
  log: Logger;
  countWaitingAsks: CountWaitingAsks;
}

export async function createPush(parts: Parts): Promise<Push> {
  const { outboxPool, pool, config, limits, live, log, countWaitingAsks } = parts;
  const { appUrl, pushHosts, vapidSubject } = config;
  const keys = await loadVapidKeys(pool);
  if (!vapidSubject)
    log.info(
      { part: 'pushes' },
      'APP_URL is not https, and VAPID_SUBJECT is not set: some push services refuse pushes',
    );
  const sender = createPushSender({ keys, vapidSubject, pushHosts });
  const services = allServices(pushHosts);
  const options = DEFAULT_WORKER_OPTIONS;
  const channel = createPushChannel({
    ...{ pool: outboxPool, log, limits, countWaitingAsks, sender, services, appUrl, options },
  });
  const worker = createWorker({ pool: outboxPool, log, channel, options });
  return {
    publicKey: keys.publicKey,
    worker,
    seenMarks: createSeenMarks(pool),
    make: (db, reasons) =>
      makePushes(
        db,
        { services, waitMs: ({ uid, cause }) => (live.mayBeOnline(uid) ? SEEN_WAIT_MS[cause] : 0) },
        reasons,
      ),
    wake: worker.wake,
    wakeIn: worker.wakeIn,
    start: worker.start,
    async stop() {
      await worker.stop();
      sender.close();
    },
  };
}
