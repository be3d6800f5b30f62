import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createOutageLog, type OutageLog } from '#server/background/outage-log.ts';
import type { BackgroundWorker } from '#server/background/when-settled.ts';
import { createWorkLoop, errorCode } from '#server/background/work-loop.ts';
import type { Limits } from '#server/limits/index.ts';
import type { PushResult, PushSender } from '../services/push-sender.ts';
import { type ClaimedPush, type CountWaitingAsks, createClaims, type FreePlaces, keyOf } from './claim-pushes.ts';
import { handlePush } from './handle-push.ts';
import { createHostPlaces } from './host-places.ts';
import { type PushOutcome, settlePushes } from './settle-pushes.ts';

/** Times in milliseconds. */
export interface PushWorkerOptions {
  /** Calls for support in flight at each push service. */
  supportPlaces: number;
  /** Other pushes in flight at each push service, so that these never take the places of calls for support. */
  otherPlaces: number;
  /** How often to look for pushes of other nodes and for retries that are due. */
  pollMs: number;
  /** How long a claim holds: longer than any push service takes for one push. */
  leaseMs: number;
  /** How long a stop waits for pushes in flight. */
  drainMs: number;
  backoffBaseMs: number;
}

export const DEFAULT_PUSH_WORKER_OPTIONS: PushWorkerOptions = {
  supportPlaces: 48,
  otherPlaces: 12,
  pollMs: 2_000,
  leaseMs: 30_000,
  drainMs: 5_000,
  backoffBaseMs: 2_000,
};

/** Refused pushes are logged once in this time for each push service. */
const REFUSAL_LOG_MS = 60_000;
/** Rows that are locked are looked at again after this time. */
const LOCKED_MS = 100;

interface Parts {
  pool: pg.Pool;
  log: Logger;
  limits: Limits;
  countWaitingAsks: CountWaitingAsks;
  sender: PushSender;
  services: readonly string[];
  appUrl: string;
  options: PushWorkerOptions;
}

export interface PushWorker extends BackgroundWorker {
  /** Call it after a commit that made pushes due. */
  wake(): void;
  /** The same for pushes that are due after this time, in milliseconds. */
  wakeIn(ms: number): void;
  start(): void;
  /** Claims no more pushes, waits some seconds for those in flight, and leaves the others to the next worker. */
  stop(): Promise<void>;
}

/**
 * One loop talks to the database: it stores outcomes, claims due pushes for the free places, and sleeps until a push
 * ends, wake() is called, a push is due, or the poll is due. Each push service has places of its own,
 * so one that is slow delays no other.
 */
export function createPushWorker(parts: Parts): PushWorker {
  const { pool, log, limits, sender, services, appUrl, options } = parts;
  const claimPushes = createClaims(pool, parts.countWaitingAsks);
  const cutOff = new AbortController();
  const sending = new Map<string, { push: ClaimedPush; sent: Promise<void> }>();
  const databaseOutage = createOutageLog(log, 'The database (push)', 'pushes');
  const serviceOutages = new Map<string, OutageLog>(
    services.map((service) => [service, createOutageLog(log, `The push service ${service}`, 'pushes')]),
  );
  const hosts = createHostPlaces();
  const refusalLoggedAt = new Map<string, number>();
  let outcomes: PushOutcome[] = [];
  const loop = createWorkLoop({ round, pollMs: options.pollMs, outage: databaseOutage });

  async function round(): Promise<boolean> {
    // Pushes that have ended have left their places: the next ones need not wait until the outcomes are stored.
    if (outcomes.length > 0) await claim();
    await settle();
    await claim();
    return false;
  }

  async function settle(): Promise<void> {
    const settled = outcomes.slice();
    const locked = await settlePushes(pool, settled);
    outcomes = [...locked, ...outcomes.slice(settled.length)];
    for (const { delayMs } of settled) if (delayMs) loop.wakeIn(delayMs);
    if (locked.length > 0) loop.wakeIn(LOCKED_MS);
  }

  async function claim(): Promise<void> {
    const held = [...sending.keys(), ...outcomes.map(({ push }) => keyOf(push))];
    const pushes = await claimPushes({ free: freePlaces(), leaseMs: options.leaseMs, held });
    for (const push of pushes) {
      sending.set(keyOf(push), { push, sent: handle(push) });
      // Encrypting takes half a millisecond each: meanwhile earlier ones leave, and messages come in.
      await nextTurn();
    }
  }

  function freePlaces(): FreePlaces[] {
    const taken = [...sending.values()].map(({ push }) => push);
    return services.map((service) => {
      const here = taken.filter((push) => push.service === service);
      const support = here.filter(({ cause }) => cause === 'mood').length;
      return {
        service,
        support: options.supportPlaces - support,
        others: options.otherPlaces - (here.length - support),
      };
    });
  }

  async function handle(push: ClaimedPush): Promise<void> {
    const { backoffBaseMs } = options;
    const outcome = await handlePush({ sender, hosts, limits, appUrl, backoffBaseMs, report }, push, cutOff.signal);
    outcomes.push(outcome);
    sending.delete(keyOf(push));
    loop.wake();
  }

  function report({ service, cause }: ClaimedPush, result: PushResult): void {
    const outage = serviceOutages.get(service);
    if (result.result === 'failed') outage?.recordFailure(result.reason, result.isMisconfigured);
    else outage?.recordSuccess();
    if (result.result === 'ended') log.info({ part: 'pushes', service }, 'A push subscription has ended');
    if (result.result === 'refused' && isNews(service))
      log.error({ part: 'pushes', service, cause, reason: result.reason }, 'A push was refused and given up');
  }

  /** A person can make up endpoints that refuse every push: they must not fill the log. */
  function isNews(service: string): boolean {
    const isLogged = performance.now() - (refusalLoggedAt.get(service) ?? Number.NEGATIVE_INFINITY) < REFUSAL_LOG_MS;
    if (!isLogged) refusalLoggedAt.set(service, performance.now());
    return !isLogged;
  }

  return {
    name: 'pushes',
    isBusy: () => loop.isRunning() && (loop.isBusy() || sending.size > 0 || outcomes.length > 0),
    hasDueWork: () => hasDuePushes(pool, services),
    look: loop.wake,
    wake: loop.wake,
    wakeIn: loop.wakeIn,
    start: loop.start,
    async stop() {
      await loop.stop();
      const timeout = setTimeout(() => cutOff.abort(), options.drainMs);
      await Promise.all([...sending.values()].map(({ sent }) => sent));
      clearTimeout(timeout);
      await settle().catch((error) => databaseOutage.recordFailure(errorCode(error)));
    },
  };
}

async function hasDuePushes(pool: pg.Pool, services: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ isDue: boolean }>(
    'select exists (select from pushes where due_at <= now() and service = any($1)) as "isDue"',
    [services],
  );
  return rows[0]!.isDue;
}
