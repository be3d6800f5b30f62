import type pg from 'pg';
import type { Logger } from 'pino';
import type { BackgroundWorker } from '#server/background/when-settled.ts';

interface Parts {
  pool: pg.Pool;
  log: Logger;
  /** Tells the browsers of the friends: see `publishAsk`. */
  publish(ask: string): void;
}

/** Longer than a timer may be late. Friends' screens get the mood first. */
const MARGIN_MS = 20;
/** Asks whose node is gone are told this much later at most. */
const LOOK_EVERY_MS = 2_000;

/**
 * Asks the friends of a call at the moment when its ask opens, and tells their browsers. The node that took the choice has a
 * timer, and every node looks for calls that nobody has told. Each call is told once.
 */
export interface OpenOnTime extends BackgroundWorker {
  /** @param inMs when the ask opens; not above 0 for one that is open */
  expect(ask: string, inMs: number): void;
  /** Asks the friends of all calls that are due and that no node has told. Never fails. */
  look(): Promise<void>;
  start(): void;
  stop(): void;
}

const IS_UNTOLD = 'told_at is null and closed_at is null and opens_at <= now()';

const OPEN = `
  with due as (
    update asks set told_at = now() where id in (
      select id from asks where ${IS_UNTOLD} order by opens_at limit 100 for no key update skip locked
    ) returning id
  )
  select id, sync_recipients(id) from due`;

export function createOpenOnTime({ pool, log, publish }: Parts): OpenOnTime {
  const timers = new Map<string, NodeJS.Timeout>();
  let looking: NodeJS.Timeout | undefined;
  let looks = 0;

  async function look(): Promise<void> {
    looks += 1;
    try {
      const { rows } = await pool.query<{ id: string }>({ name: 'open-asks', text: OPEN });
      for (const { id } of rows) publish(id);
    } catch (error) {
      log.warn({ part: 'asks', err: error }, 'asks that have opened could not be told');
    } finally {
      looks -= 1;
    }
  }

  return {
    name: 'opening of asks',
    isBusy: () => looks > 0,
    hasDueWork: async () => ((await pool.query(`select from asks where ${IS_UNTOLD} limit 1`)).rowCount ?? 0) > 0,
    look,
    expect(ask, inMs) {
      clearTimeout(timers.get(ask));
      const timer = setTimeout(() => {
        timers.delete(ask);
        void look();
      }, Math.max(inMs, 0) + MARGIN_MS);
      timers.set(ask, timer.unref());
    },
    start() {
      looking ??= setInterval(look, LOOK_EVERY_MS).unref();
    },
    stop() {
      clearInterval(looking);
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
