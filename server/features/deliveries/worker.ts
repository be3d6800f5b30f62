import type pg from 'pg';
import type { Logger } from 'pino';
import { createOutageLog, type OutageLog } from '#server/background/outage-log.ts';
import type { BackgroundWorker } from '#server/background/when-settled.ts';
import { createWorkLoop, errorCode, type WorkLoop } from '#server/background/work-loop.ts';
import { DEFAULT_RETRY_POLICY, postponed } from './attempt.ts';
import type { Channel, Claimed, Delivery, Lane, Outcome } from './channel.ts';
import { claimFrom, hasDue } from './queue.ts';

/** Claims rows that are due, whichever node made them. `stop` waits some seconds for those under way; another worker takes the rest. */
export type Worker = WorkLoop & BackgroundWorker;

export const DEFAULT_WORKER_OPTIONS = {
  ...DEFAULT_RETRY_POLICY,
  pollMs: 2_000,
  /** Longer than any service takes for one delivery. */
  leaseMs: 30_000,
  drainMs: 5_000,
};

type WorkerOptions = typeof DEFAULT_WORKER_OPTIONS;

/** What was read longer ago is put back, because numbers and decisions may have changed. */
const FRESH_MS = 100;
/** A fast gateway takes a delivery in some milliseconds, so a lane may have these ready. */
const AHEAD_MAX = 500;
const LOCKED_MS = 20;

interface Running<Each> extends Lane {
  outage: OutageLog;
  underWay: number;
  ready: { delivery: Each; readAt: number }[];
  begun: number;
}

interface Parts<Each extends Delivery> {
  pool: pg.Pool;
  log: Logger;
  channel: Channel<Each>;
  options: WorkerOptions;
}

/** One loop talks to the database. Each lane has places of its own, so one that hangs delays no other. */
export function createWorker<Each extends Delivery>({ pool, log, channel, options }: Parts<Each>): Worker {
  const { queue } = channel;
  const name = queue.table;
  const databaseOutage = createOutageLog(log, `The database (${name})`, name);
  const lanes = channel.lanes.map(
    (lane): Running<Each> => ({
      ...lane,
      outage: createOutageLog(log, lane.title, name),
      underWay: 0,
      ready: [],
      begun: 0,
    }),
  );
  const sending = new Map<string, { abort: AbortController; sent: Promise<void> }>();
  let outcomes: Outcome[] = [];
  const loop = createWorkLoop({ round, pollMs: options.pollMs, outage: databaseOutage });

  /** It claims first, because what has ended has left its place. @returns whether there is more to do now */
  async function round(): Promise<boolean> {
    const isMore = await claim();
    const locked = await store();
    return isMore || outcomes.length > locked;
  }

  /** @returns how many are left, because their rows are locked */
  async function store(): Promise<number> {
    const ended = outcomes.slice();
    if (ended.length === 0) return 0;
    const locked = new Set(await channel.store(ended));
    outcomes = [...ended.filter(({ id }) => locked.has(id)), ...outcomes.slice(ended.length)];
    if (locked.size > 0) loop.wakeIn(LOCKED_MS);
    for (const { result, delayMs = 0 } of ended)
      if (result === 'later' && delayMs > 0 && delayMs < 10 * options.pollMs) loop.wakeIn(delayMs);
    return locked.size;
  }

  async function claim(): Promise<boolean> {
    putBack(performance.now() - FRESH_MS);
    const free = lanes.map(freePlacesOf).filter(({ places }) => places > 0);
    if (free.length === 0) return false;
    const ready = lanes.flatMap((lane) => lane.ready.map(({ delivery }) => delivery));
    const held = [...sending.keys(), ...[...ready, ...outcomes].map(({ id }) => id)];
    const { leaseMs } = options;
    const claimed = await claimFrom(pool, queue, { free, leaseMs, held });
    if (claimed.length > 0) await look(claimed, claimed[0]!.claimedAt);
    return claimed.length > 0;
  }

  async function look(claimed: readonly Claimed[], claimedAt: number): Promise<void> {
    const looked = await channel.look(claimed, claimedAt).catch((error) => {
      outcomes.push(...claimed.map((each) => postponed(each, 'it could not be read', options.pollMs)));
      throw error;
    });
    const readAt = performance.now();
    for (const each of looked) {
      if ('result' in each) outcomes.push(each);
      else lanes.find((lane) => lane.name === each.lane)?.ready.push({ delivery: each, readAt });
    }
    for (const lane of lanes) {
      lane.ready.sort((a, b) => Number(b.delivery.isSupport) - Number(a.delivery.isSupport));
      sendReady(lane);
    }
  }

  function freePlacesOf(lane: Running<Each>) {
    const { name, places, reserved, underWay, ready, begun } = lane;
    const free = places - underWay;
    const ahead = Math.max(free, Math.min(AHEAD_MAX, 2 * begun));
    // A claim takes as long for one as for many.
    if (free > reserved && 2 * ready.length <= ahead) {
      lane.begun = 0;
      const left = ahead - ready.length;
      return { lane: name, places: left, others: Math.max(0, ahead > free ? left : left - reserved) };
    }
    const waiting = ready.filter(({ delivery }) => delivery.isSupport).length;
    return { lane: name, places: free - waiting, others: 0 };
  }

  /** Gives up claims that have not begun and were read before that time. */
  function putBack(before: number): void {
    for (const lane of lanes) {
      const old = lane.ready.filter(({ readAt }) => readAt < before);
      outcomes.push(...old.map(({ delivery }) => postponed(delivery, 'for a place at the gateway', 0)));
      if (old.length > 0) lane.ready = lane.ready.filter(({ readAt }) => readAt >= before);
    }
  }

  function sendReady(lane: Running<Each>): void {
    while (lane.ready[0] && loop.isRunning()) {
      const { delivery, readAt } = lane.ready[0];
      const taken = lane.underWay + (delivery.isSupport ? 0 : lane.reserved);
      if (taken >= lane.places || performance.now() - readAt > FRESH_MS) return;
      lane.ready.shift();
      lane.begun += 1;
      lane.underWay += 1;
      const abort = new AbortController();
      sending.set(delivery.id, { abort, sent: send(lane, delivery, abort.signal) });
    }
  }

  async function send(lane: Running<Each>, delivery: Each, signal: AbortSignal): Promise<void> {
    const outcome = await channel.send(delivery, signal).catch((error): Outcome => {
      log.warn({ part: name, id: delivery.id, err: error }, 'It could not be checked before sending');
      return postponed(delivery, 'it could not be checked', options.pollMs);
    });
    const { result, reason = '', isMisconfigured } = outcome;
    if (result === 'retry') lane.outage.recordFailure(reason, isMisconfigured);
    if (result === 'sent' || result === 'gone') lane.outage.recordSuccess();
    outcomes.push(outcome);
    sending.delete(delivery.id);
    lane.underWay -= 1;
    sendReady(lane);
    loop.wake();
  }

  return {
    ...loop,
    name,
    isBusy: () => loop.isRunning() && (loop.isBusy() || sending.size > 0 || outcomes.length > 0),
    hasDueWork: () =>
      hasDue(
        pool,
        queue,
        lanes.map((lane) => lane.name),
      ),
    async stop() {
      await loop.stop();
      putBack(Number.POSITIVE_INFINITY);
      const timeout = setTimeout(() => {
        for (const { abort } of sending.values()) abort.abort();
      }, options.drainMs);
      await Promise.all([...sending.values()].map(({ sent }) => sent));
      clearTimeout(timeout);
      await store().catch((error) => databaseOutage.recordFailure(errorCode(error)));
    },
  };
}
