import type pg from 'pg';

export interface Said {
  /** `key` of `readNumber`. */
  phone: string;
  stopped: boolean;
  at?: Date | undefined;
  to?: string | null | undefined;
}

/** A gateway that refuses a phone does not say when it takes it again. */
const REPORTED_FOR = '1 day';
/** The Android app reports a text for two days: an old STOP must not undo a later START. */
const REMEMBERED_FOR = '3 days';

export const IS_STOPPED = 'stopped and until > now()';

/** SQL: this person's confirmed phone has said STOP. Of another's number it would tell what they did. @param who an alias of `users` */
export function hasStopped(who: string): string {
  return `(${who}.phone_proven_at is not null and exists (select from text_stops where phone = ${who}.phone_key and ${IS_STOPPED}))`;
}

/** The app reports whole milliseconds: a STOP must not come before a START that was stored in the same one. */
const NOW = "date_trunc('milliseconds', now())";

const RECORD = `
  with before as (
    select ${IS_STOPPED} as stopped from text_stops where phone = $1
  ), forgotten as (
    delete from text_stops where not stopped and said_at < now() - interval '${REMEMBERED_FOR}' and phone <> $1
  ), recorded as (
    insert into text_stops as known (phone, stopped, said_at, said_to)
    values ($1, $2, least($3, ${NOW}), $4)
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

const REPORT = `
  insert into text_stops as known (phone, stopped, said_at, until)
  values ($1, true, now(), now() + interval '${REPORTED_FOR}')
  on conflict (phone) do update set stopped = true, said_at = excluded.said_at, until = excluded.until
  where not (known.stopped and known.until = 'infinity')`;

export async function reportStopped(pool: pg.Pool, phone: string): Promise<void> {
  await pool.query(REPORT, [phone]);
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
