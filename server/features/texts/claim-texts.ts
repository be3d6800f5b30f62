import type pg from 'pg';
import type { TextCause } from '../../database/schema.ts';
import type { OutgoingText, TextKind } from './gateway.ts';
import { LONGEST_PAUSE_MS } from './longest-pause.ts';

/** A text that this worker may send until its lease runs out. `attempts` counts this claim, and names it. */
export interface ClaimedText extends OutgoingText {
  attempts: number;
  cause: TextCause;
  /** Whose doing it is. */
  author: string | null;
  /** What came of the claim before this one. */
  lastError: string | null;
}

/**
 * Due is what is overdue, and what is further off than any pause and any claim reaches: the clock was set back since. Those
 * are two ranges of one index, and each is read no further than the claim goes.
 */
const CLAIM = `
  with due as (
    select t.id
    from (values ('-infinity'::timestamptz, now()), (now() + $6 * interval '1 millisecond', 'infinity')) as range (after, until),
    lateral (
      select id, cause, next_attempt_at from texts
      where kind = $1 and status in ('queued', 'sending') and next_attempt_at > after and next_attempt_at <= until
        and ($4::text[] is null or cause = any($4)) and id <> all($5::uuid[])
      order by (cause <> 'mood'), next_attempt_at
      limit $2
      for update skip locked
    ) t
    order by (t.cause <> 'mood'), t.next_attempt_at
    limit $2
  ), claimed as (
    update texts t
    set status = 'sending', attempts = t.attempts + 1, next_attempt_at = now() + $3 * interval '1 millisecond'
    from due where t.id = due.id
    returning t.id, t.attempts, t.phone_number, t.message, t.cause, t.author, t.last_error, t.created_at
  )
  select id, attempts, phone_number as "phoneNumber", message, cause, author, last_error as "lastError"
  from claimed order by (cause <> 'mood'), created_at`;

interface Claim {
  limit: number;
  leaseMs: number;
  /** Only texts of these; null for all. */
  causes?: readonly TextCause[] | null;
  /** What this worker has in hand: its claims may have run out by a clock that was set forward, and yet they hold. */
  inHand?: readonly string[];
}

/**
 * Claims up to `limit` texts of a kind that are due, those that ask for support first. No two workers get the same one;
 * a claim whose lease ran out, because its worker was killed, is due again.
 */
export async function claimTexts(
  pool: pg.Pool,
  kind: TextKind,
  { limit, leaseMs, causes = null, inHand = [] }: Claim,
): Promise<ClaimedText[]> {
  const values = [kind, limit, leaseMs, causes, inHand, LONGEST_PAUSE_MS + leaseMs];
  const { rows } = await pool.query({ name: 'claim-texts', text: CLAIM, values });
  return rows;
}
