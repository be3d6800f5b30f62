import type pg from 'pg';
import type { Logger } from 'pino';
import type { BackgroundWorker } from '#server/background/when-settled.ts';
import type { Config } from '#server/config.ts';
import { HOLD_MARGIN_MS } from '#server/features/texts/index.ts';
import type { Limits } from '#server/limits/index.ts';
import type { Live } from '#server/live/live.ts';
import { createSeenMarks, type SeenMarks } from './mark-seen.ts';
import type { CountWaitingAsks } from './outbox/claim-pushes.ts';
import { createPushWorker, DEFAULT_PUSH_WORKER_OPTIONS, type PushWorkerOptions } from './outbox/push-worker.ts';
import { createPushSender } from './services/push-sender.ts';
import { allServices } from './services/push-services.ts';
import { loadVapidKeys } from './vapid-keys.ts';

/**
 * Notifies people's devices (docs/decisions/0017-push.md). Pushes follow from causes that other features store in their
 * transactions, so nothing here fails a message or a mood.
 */
export interface Push {
  /** The server's public key, with which browsers subscribe. */
  readonly publicKey: string;
  readonly seenMarks: SeenMarks;
  /** Call it after a commit that stored causes or made pushes due. */
  wake(): void;
  /** A device has subscribed here. */
  expectDevices(): void;
  /** The same for causes that may be taken only after this time, in milliseconds. */
  wakeIn(ms: number): void;
  readonly worker: BackgroundWorker;
  start(): void;
  /** Claims no more pushes, waits some seconds for those in flight, and leaves unfinished ones to the next worker. */
  stop(): Promise<void>;
}

interface Parts {
  /** The worker's. */
  pushPool: pg.Pool;
  pool: pg.Pool;
  config: Config;
  limits: Limits;
  live: Live;
  log: Logger;
  countWaitingAsks: CountWaitingAsks;
  options?: Partial<PushWorkerOptions>;
}

export async function createPush(parts: Parts): Promise<Push> {
  const { pushPool, pool, config, limits, live, log, countWaitingAsks, options } = parts;
  const { appUrl, pushHosts, vapidSubject } = config;
  const keys = await loadVapidKeys(pool);
  if (!vapidSubject)
    log.info(
      { part: 'pushes' },
      'APP_URL is not https, and VAPID_SUBJECT is not set: some push services refuse pushes',
    );
  const sender = createPushSender({ keys, vapidSubject, pushHosts });
  const worker = createPushWorker({
    pool: pushPool,
    log,
    limits,
    live,
    countWaitingAsks,
    sender,
    services: allServices(pushHosts),
    appUrl,
    options: { ...DEFAULT_PUSH_WORKER_OPTIONS, ...options },
  });
  return {
    publicKey: keys.publicKey,
    worker,
    seenMarks: createSeenMarks(pool),
    wake: () => worker.wake(),
    wakeIn: (ms) => void setTimeout(() => worker.wake(), Math.max(ms, 0) + HOLD_MARGIN_MS).unref(),
    expectDevices: () => worker.expectDevices(),
    start: () => worker.start(),
    async stop() {
      await worker.stop();
      sender.close();
    },
  };
}
