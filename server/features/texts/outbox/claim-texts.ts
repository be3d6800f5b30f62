import type pg from 'pg';
import type { TextCause } from '#server/database/schema.ts';
import type { TextKind } from '../gateways/gateway.ts';
import { IS_OTHER_TEXT } from '../support-first.ts';
import { MAX_RETRY_DELAY_MS } from './retry-policy.ts';
import { selectDetails, type TextDetails } from './text-details.ts';

/**
 * Due are texts whose time has come, and texts that are due later than any delay or lease allows: the clock was set back
 * since they were stored. Both are ranges of one index, and each is read up to the limit only.
 */
const CLAIM = `
  with due as (
    select t.id
    from (values ('-infinity'::timestamptz, now()), (now() + $6 * interval '1 millisecond', 'infinity')) as range (after, until),
    lateral (
      select id, cause, next_attempt_at from texts
      where kind = $1 and status in ('queued', 'sending') and next_attempt_at > after and next_attempt_at <= until
        and ($4::text[] is null or cause = any($4)) and id <> all($5::uuid[])
      order by ${IS_OTHER_TEXT}, next_attempt_at
      limit $2
      for update skip locked
    ) t
    order by (t.cause not in ('mood', 'again')), t.next_attempt_at
    limit $2
  ), claimed as (
    update texts t
    set status = 'sending', attempts = t.attempts + 1, next_attempt_at = now() + $3 * interval '1 millisecond'
    from due where t.id = due.id
    returning t.*
  ) ${selectDetails('claimed')}`;

interface Claim {
  limit: number;
  leaseMs: number;
  /** Only texts of these causes; null for all. */
  causes?: readonly TextCause[] | null;
  /** Ids that this worker holds: their leases may look expired by a clock that was set forward. */
  held?: readonly string[];
}

/**
 * Claims up to `limit` due texts of a kind that have a row, calls for support first. No two workers get the same text. When
 * a worker is killed, its claims are due again after their lease.
 */
export async function claimTexts(
  pool: pg.Pool,
  kind: TextKind,
  { limit, leaseMs, causes = null, held = [] }: Claim,
): Promise<TextDetails[]> {
  const values = [kind, limit, leaseMs, causes, held, MAX_RETRY_DELAY_MS + leaseMs];
  const { rows } = await pool.query({ name: 'claim-texts', text: CLAIM, values });
  return rows;
}

/** Whether a text of a kind is due, on any node. */
export async function hasDueTexts(
  pool: pg.Pool,
  kind: TextKind,
  causes: readonly TextCause[] | null,
): Promise<boolean> {
  const { rows } = await pool.query<{ isDue: boolean }>(
    `select exists (
       select from texts where kind = $1 and status in ('queued', 'sending') and next_attempt_at <= now()
         and ($2::text[] is null or cause = any($2))
     ) as "isDue"`,
    [kind, causes],
  );
  return rows[0]!.isDue;
}

/**
 * Whether a call for support has a row that waits or is being sent, on any node. It reads the first entry of the index,
 * however many texts wait.
 */
export async function hasWaitingSupport(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ isSupport: boolean }>({
    name: 'support-waits',
    text: `select not ${IS_OTHER_TEXT} as "isSupport" from texts where status in ('queued', 'sending')
           order by ${IS_OTHER_TEXT}, next_attempt_at limit 1`,
  });
  return rows[0]?.isSupport ?? false;
}
