import type pg from 'pg';
import type { TextCause } from '../../database/schema.ts';
import type { OutgoingText, TextKind } from './gateway.ts';

/** A text that this worker may send until its lease runs out. `attempts` counts this claim, and names it. */
export interface ClaimedText extends OutgoingText {
  attempts: number;
  cause: TextCause;
  /** Whose doing it is. */
  author: string | null;
  /** What came of the claim before this one. */
  lastError: string | null;
}

const CLAIM = `
  with due as (
    select id from texts
    where kind = $1 and status in ('queued', 'sending') and next_attempt_at <= now()
      and ($4::text[] is null or cause = any($4))
    order by (cause <> 'mood'), next_attempt_at
    limit $2
    for update skip locked
  ), claimed as (
    update texts t
    set status = 'sending', attempts = t.attempts + 1, next_attempt_at = now() + $3 * interval '1 millisecond'
    from due where t.id = due.id
    returning t.id, t.attempts, t.phone_number, t.message, t.cause, t.author, t.last_error, t.created_at
  )
  select id, attempts, phone_number as "phoneNumber", message, cause, author, last_error as "lastError"
  from claimed order by (cause <> 'mood'), created_at`;

/**
 * Claims up to `limit` texts of a kind that are due, those that ask for support first. No two workers get the same one;
 * a claim whose lease ran out, because its worker was killed, is due again.
 * @param claim.causes only texts of these; null for all
 */
export async function claimTexts(
  pool: pg.Pool,
  kind: TextKind,
  { limit, leaseMs, causes = null }: { limit: number; leaseMs: number; causes?: readonly TextCause[] | null },
): Promise<ClaimedText[]> {
  const { rows } = await pool.query({ name: 'claim-texts', text: CLAIM, values: [kind, limit, leaseMs, causes] });
  return rows;
}
