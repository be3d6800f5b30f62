import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { BackgroundWorker } from '#server/background/when-settled.ts';
import { createOutageLog, createWakeSignal, type OutageLog } from '#server/features/texts/index.ts';
import type { Limits } from '#server/limits/index.ts';
import type { Live } from '#server/live/live.ts';
import type { PushResult, PushSender } from '../services/push-sender.ts';
import { type ClaimedPush, type CountWaitingAsks, createClaims, type FreePlaces, keyOf } from './claim-pushes.ts';
import { handlePush } from './handle-push.ts';
import { createHostPlaces } from './host-places.ts';
import { makePushes } from './make-pushes.ts';
import { type PushOutcome, settlePushes } from './settle-pushes.ts';

/** Times in milliseconds. */
export interface PushWorkerOptions {
  /** Calls for support in flight at each push service. */
  supportPlaces: number;
  /** Other pushes in flight at each push service, so that these never take the places of calls for support. */
  otherPlaces: number;
  /** How often to look for causes of other nodes and for pushes that are due. */
  pollMs: number;
  /** How long a claim holds: longer than any push service takes for one push. */
  leaseMs: number;
  /** How long a stop waits for pushes in flight. */
  drainMs: number;
  backoffBaseMs: number;
  /** How long a push to a person with an open browser waits for a sign that they see it there. */
  seenWaitMs: { mood: number; answer: number; message: number; connection: number };
}

export const DEFAULT_PUSH_WORKER_OPTIONS: PushWorkerOptions = {
  supportPlaces: 48,
  otherPlaces: 12,
  pollMs: 2_000,
  leaseMs: 30_000,
  drainMs: 5_000,
  backoffBaseMs: 2_000,
  seenWaitMs: { mood: 1_500, answer: 3_000, message: 10_000, connection: 10_000 },
};

const CAUSES_AT_ONCE = 200;
/** Refused pushes are logged once in this time for each push service. */
const REFUSAL_LOG_MS = 60_000;
/** Timers for pushes that wait are this exact, so that thousands of waits need few timers. */
const TIMER_MS = 100;

interface Parts {
  pool: pg.Pool;
  log: Logger;
  limits: Limits;
  live: Pick<Live, 'mayBeOnline'>;
  countWaitingAsks: CountWaitingAsks;
  sender: PushSender;
  services: readonly string[];
  appUrl: string;
  options: PushWorkerOptions;
}

export interface PushWorker extends BackgroundWorker {
  /** Call it after a commit that stored causes or made pushes due. */
  wake(): void;
  /** Call it when a device has subscribed here: until then `wake` costs nothing. */
  expectDevices(): void;
  start(): void;
  /** Claims no more pushes, waits some seconds for those in flight, and leaves the others to the next worker. */
  stop(): Promise<void>;
}

/**
 * One loop talks to the database: it stores outcomes, makes pushes from causes, claims due ones for the free places, and
 * sleeps until a push ends, wake() is called, a push is due, or the poll is due. Each push service has places of its own,
 * so one that is slow delays no other.
 */
export function createPushWorker(parts: Parts): PushWorker {
  const { pool, log, limits, live, sender, services, appUrl, options } = parts;
  const claimPushes = createClaims(pool, parts.countWaitingAsks);
  const wakeSignal = createWakeSignal();
  const stopping = new AbortController();
  const cutOff = new AbortController();
  const sending = new Map<string, { push: ClaimedPush; sent: Promise<void> }>();
  const databaseOutage = createOutageLog(log, 'The database (push)', 'pushes');
  const serviceOutages = new Map<string, OutageLog>(
    services.map((service) => [service, createOutageLog(log, `The push service ${service}`, 'pushes')]),
  );
  const hosts = createHostPlaces();
  const refusalLoggedAt = new Map<string, number>();
  const timers = new Map<number, NodeJS.Timeout>();
  let outcomes: PushOutcome[] = [];
  let hasDevices = true;
  let loop: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const isMore = await round();
        databaseOutage.recordSuccess();
        if (!isMore) await wakeSignal.wait(options.pollMs);
      } catch (error) {
        databaseOutage.recordFailure(errorCode(error));
        await pause(options.pollMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  /** @returns whether there is more to look at now */
  async function round(): Promise<boolean> {
    // Pushes that have ended have left their places: the next ones need not wait until the outcomes are stored.
    if (outcomes.length > 0) await claim();
    await settle();
    const found = await look(pool);
    hasDevices = found.hasDevices;
    const made = found.hasCauses ? await makePushes({ pool, services, limit: CAUSES_AT_ONCE, waitMs }) : undefined;
    for (const wait of made?.waits ?? []) if (wait > 0) wakeIn(wait);
    if (hasDevices) await claim();
    return made?.causes === CAUSES_AT_ONCE;
  }

  function waitMs({ uid, cause }: Pick<ClaimedPush, 'uid' | 'cause'>): number {
    return live.mayBeOnline(uid) ? options.seenWaitMs[cause] : 0;
  }

  async function settle(): Promise<void> {
    const settled = outcomes.slice();
    const locked = await settlePushes(pool, settled);
    outcomes = [...locked, ...outcomes.slice(settled.length)];
    for (const { delayMs } of settled) if (delayMs) wakeIn(delayMs);
    if (locked.length > 0) wakeIn(TIMER_MS);
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
    wakeSignal.notify();
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

  /** Wakes the loop when a push is due. */
  function wakeIn(ms: number): void {
    const slot = Math.ceil((performance.now() + ms) / TIMER_MS);
    if (timers.has(slot) || stopping.signal.aborted) return;
    const timer = setTimeout(
      () => {
        timers.delete(slot);
        wakeSignal.notify();
      },
      slot * TIMER_MS - performance.now(),
    );
    timers.set(slot, timer.unref());
  }

  const isRunning = () => loop !== undefined && !stopping.signal.aborted;
  return {
    name: 'pushes',
    isBusy: () => isRunning() && (!wakeSignal.isWaiting() || sending.size > 0 || outcomes.length > 0),
    hasDueWork: () => hasDuePushes(pool, services),
    look: () => wakeSignal.notify(),
    wake() {
      if (hasDevices) wakeSignal.notify();
    },
    expectDevices() {
      hasDevices = true;
    },
    start() {
      loop ??= run();
    },
    async stop() {
      stopping.abort();
      wakeSignal.notify();
      await loop;
      for (const timer of timers.values()) clearTimeout(timer);
      const timeout = setTimeout(() => cutOff.abort(), options.drainMs);
      await Promise.all([...sending.values()].map(({ sent }) => sent));
      clearTimeout(timeout);
      await settle().catch((error) => databaseOutage.recordFailure(errorCode(error)));
    },
  };
}

/** Most installations have devices or none for a long time; this reads one row of each table. */
async function look(pool: pg.Pool): Promise<{ hasDevices: boolean; hasCauses: boolean }> {
  const { rows } = await pool.query({
    name: 'look-for-pushes',
    text: `select exists (select from push_devices) as "hasDevices", exists (select from push_causes) as "hasCauses"`,
  });
  return rows[0];
}

async function hasDuePushes(pool: pg.Pool, services: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ isDue: boolean }>(
    `select exists (select from push_causes where opens_at is null or opens_at <= now())
       or exists (select from pushes where due_at <= now() and service = any($1)) as "isDue"`,
    [services],
  );
  return rows[0]!.isDue;
}

/** An error's code or name: the message of a database error may quote a row. */
function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).name;
}
