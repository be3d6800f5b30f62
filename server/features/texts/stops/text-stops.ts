import type pg from 'pg';
import { createBatchLoader } from '#server/database/batch-loader.ts';

/** The phones that get no texts, because STOP was texted from them (docs/decisions/0019-receipts-and-stop.md). */
export interface TextStops {
  /** Asks the database, in batches: a STOP counts on every node within FRESH_MS. */
  isStopped(phone: string): Promise<boolean>;
  /** The gateway refuses texts to this phone. */
  reportStopped(phone: string): Promise<void>;
}

/** STOP or START, as it was texted. */
export interface Said {
  /** The phone from which it came: `key` of `readNumber`. */
  phone: string;
  stopped: boolean;
  /** When it was texted, if the gateway says so. */
  at?: Date | undefined;
  /** The number to which it was texted. */
  to?: string | null | undefined;
}

/**
 * A gateway that refuses a phone does not say when it takes it again. So its word holds for a day only; then the next text
 * asks again, which costs nothing.
 */
const REPORTED_FOR = '1 day';
/** The Android app reports a text for two days, until we have taken it: an old STOP must not undo a later START. */
const REMEMBERED_FOR = '3 days';

const IS_STOPPED = 'stopped and until > now()';

const RECORD = `
  with before as (
    select ${IS_STOPPED} as stopped from text_stops where phone = $1
  ), forgotten as (
    delete from text_stops where not stopped and said_at < now() - interval '${REMEMBERED_FOR}' and phone <> $1
  ), recorded as (
    insert into text_stops as known (phone, stopped, said_at, said_to)
    values ($1, $2, least(coalesce($3, now()), now()), $4)
    on conflict (phone) do update
    set stopped = excluded.stopped, said_at = excluded.said_at, said_to = excluded.said_to, until = excluded.until
    where known.said_at <= excluded.said_at
    returning stopped
  )
  select recorded.stopped <> coalesce((select stopped from before), false) as changed from recorded`;

/** Stores what was texted, unless something later is known. @returns whether it changed what texts go to this phone */
export async function recordSaid(pool: pg.Pool, { phone, stopped, at, to }: Said): Promise<boolean> {
  const { rows } = await pool.query<{ changed: boolean }>(RECORD, [phone, stopped, at ?? null, to ?? null]);
  return rows[0]?.changed ?? false;
}

/** A STOP that was texted holds on. */
const REPORT = `
  insert into text_stops as known (phone, stopped, said_at, until)
  values ($1, true, now(), now() + interval '${REPORTED_FOR}')
  on conflict (phone) do update set stopped = true, said_at = excluded.said_at, until = excluded.until
  where not (known.stopped and known.until = 'infinity')`;

/**
 * How long a phone that is not stopped needs no other look. Shorter than any gateway takes for a text, and long enough for
 * bursts to the same phones, which would otherwise be sent at a third of their speed.
 */
const FRESH_MS = 100;
/** Beyond this all are forgotten: the next look finds them again. */
const REMEMBERED = 10_000;

export function createTextStops(pool: pg.Pool, freshMs = FRESH_MS): TextStops {
  /** Until when a phone counts as not stopped. */
  const free = new Map<string, number>();
  const find = createBatchLoader(async (phones: string[]) => {
    // The look is as old as its beginning.
    const until = performance.now() + freshMs;
    const { rows } = await pool.query<{ phone: string }>({
      name: 'text-stops',
      text: `select phone from text_stops where phone = any($1) and ${IS_STOPPED}`,
      values: [phones],
    });
    const stopped = new Map(rows.map(({ phone }) => [phone, true]));
    if (free.size > REMEMBERED) free.clear();
    for (const phone of phones) if (!stopped.has(phone)) free.set(phone, until);
    return stopped;
  });
  return {
    async isStopped(phone) {
      if ((free.get(phone) ?? 0) > performance.now()) return false;
      return (await find(phone)) ?? false;
    },
    async reportStopped(phone) {
      await pool.query(REPORT, [phone]);
      free.delete(phone);
    },
  };
}

/** The stop of a phone; `to` is the number to which STOP was texted. */
export async function findTextStop(pool: pg.Pool, phone: string): Promise<{ to: string | null } | undefined> {
  const { rows } = await pool.query<{ to: string | null }>({
    name: 'text-stop',
    text: `select said_to as "to" from text_stops where phone = $1 and ${IS_STOPPED}`,
    values: [phone],
  });
  return rows[0];
}
