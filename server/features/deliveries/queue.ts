import type pg from 'pg';
import { MAX_RETRY_DELAY_MS } from './attempt.ts';
import type { Claimed, Outcome, Queue } from './channel.ts';

/**
 * A row whose time is later than any delay allows is due: the clock was set back. Lanes and calls for support have
 * ranges of the index.
 */
const CLAIM = ({ table, lane, isWaiting, isOther, turn, dueAt, claim, claims }: Queue) => `
  with due as materialized (
    select d.id, free.places, row_number() over (partition by free.lane order by half.is_other, d.turn, d.due) as place
    from unnest($1::text[], $2::integer[], $3::integer[]) as free (lane, places, others),
    (values (false), (true)) as half (is_other),
    (values ('-infinity'::timestamptz, now()), (now() + $6 * interval '1 millisecond', 'infinity')) as range (after, until),
    lateral (
      select id, ${turn} as turn, ${dueAt} as due from ${table}
      where ${isWaiting} and ${lane} = free.lane and ${isOther} = half.is_other
        and ${dueAt} > range.after and ${dueAt} <= range.until
        and id <> all($5::uuid[])
      order by ${turn === '0' ? '' : 'turn, '}due
      limit case when half.is_other then free.others else free.places end
      for update skip locked
    ) d
  )
  update ${table} t set ${dueAt} = now() + $4 * interval '1 millisecond', ${claim} = t.${claim} + 1${claims ? `, ${claims}` : ''}
  from due where t.id = due.id and due.place <= due.places
  returning t.id, t.${claim} as claim, t.${lane} as lane, 1000 * extract(epoch from now())::float8 as "claimedAt"`;

interface FreePlaces {
  lane: string;
  places: number;
  others: number;
}

interface Claim {
  free: readonly FreePlaces[];
  leaseMs: number;
  /** What this worker holds: a clock that was set forward makes these leases look expired. */
  held: readonly string[];
}

/** Claims due rows, calls for support first. When a worker is killed, its claims are due again after their lease. */
export async function claimFrom(
  pool: pg.Pool,
  queue: Queue,
  { free, leaseMs, held }: Claim,
): Promise<(Claimed & { claimedAt: number })[]> {
  const column = (key: keyof FreePlaces) => free.map((each) => each[key]);
  const values = [column('lane'), column('places'), column('others'), leaseMs, held];
  const { rows } = await pool.query({
    name: `claim-${queue.table}`,
    text: CLAIM(queue),
    values: [...values, MAX_RETRY_DELAY_MS + leaseMs],
  });
  return rows;
}

export async function hasDue(
  pool: pg.Pool,
  { table, lane, isWaiting, dueAt }: Queue,
  lanes: readonly string[],
): Promise<boolean> {
  const { rows } = await pool.query<{ isDue: boolean }>(
    `select exists (select from ${table} where ${isWaiting} and ${lane} = any($1) and ${dueAt} <= now()) as "isDue"`,
    [lanes],
  );
  return rows[0]!.isDue;
}

/**
 * Stores outcomes `o` in rows `t`, but for locked rows and those that another worker has claimed. `coalesce` keeps the
 * planner from the index of all that waits.
 * @param columns more columns of `o`, with their types
 * @param set what it sets beside the time when the row is due
 * @param dueAfter that time after an outcome that is final
 * @returns a function that stores, and returns the ids of locked rows
 */
export function storeIn(
  { table, isWaiting, dueAt, claim }: Queue,
  { columns, set, dueAfter = 'null' }: { columns: string; set: string; dueAfter?: string },
) {
  const isMine = `t.${claim} = o.claim and coalesce(${isWaiting}, false)`;
  const text = `
    with o as materialized (
      select * from jsonb_to_recordset($1::jsonb) as o (id uuid, claim integer, result text, "delayMs" float8, ${columns})
    ), mine as materialized (
      select o.* from o join ${table} t on t.id = o.id where ${isMine} for update of t skip locked
    ), stored as (
      update ${table} t set ${set}, ${dueAt} = case
        when o.result in ('retry', 'later', 'gone') then now() + coalesce(o."delayMs", 0) * interval '1 millisecond' else ${dueAfter}
      end
      from mine o where t.id = o.id
    )
    select o.id from o join ${table} t on t.id = o.id where ${isMine} and o.id not in (select id from mine)`;
  return async (pool: pg.Pool, outcomes: readonly Outcome[]): Promise<string[]> => {
    const { rows } = await pool.query({ name: `settle-${table}`, text, values: [JSON.stringify(outcomes)] });
    return rows.map(({ id }) => id);
  };
}
