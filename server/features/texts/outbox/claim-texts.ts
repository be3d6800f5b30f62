import type pg from 'pg';
import type { Mood } from '#contract/moods.ts';
import type { TextCause } from '#server/database/schema.ts';
import type { OutgoingText, TextKind } from '../gateways/gateway.ts';
import { MAX_RETRY_DELAY_MS } from './retry-policy.ts';

/** A text that this worker may send until its lease runs out. `attempts` includes this claim and identifies it. */
export interface ClaimedText extends OutgoingText {
  attempts: number;
  cause: TextCause;
  causeId: string;
  ageMs: number;
  /**
   * The key of its limits: its author, or in an account's first week the network that the account was made from. Accounts
   * are free, so all new ones of a network share one person's limits, and so do all deleted ones. '' for another program.
   */
  payer: string;
  /** The author's mood now; null for a deleted account and for another program. */
  authorMood: Mood | null;
  /** Whether this is the author's first call for support within a day. */
  isFirstCall: boolean;
  /** Whether the author's account is older than a week. */
  isSettled: boolean;
  /** Whether its author's and number's limits have counted it already: then it waited for the day's budget only. */
  isCounted: boolean;
}

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
    returning t.*
  )
  select t.id, t.attempts, t.phone_number as "phoneNumber", t.message, t.cause, t.cause_id as "causeId",
    (extract(epoch from now() - t.created_at) * 1000)::float8 as "ageMs", u.mood as "authorMood",
    case
      when t.author is null then '' when u.id is null then 'departed'
      when u.created_at > now() - interval '7 days' then coalesce(u.sign_up_network, u.id::text)
      else u.id::text
    end as payer,
    coalesce(u.created_at < now() - interval '7 days', false) as "isSettled", t.counted as "isCounted",
    t.cause = 'mood' and u.id is not null and not exists (
      select from mood_choices this join mood_choices m on m.uid = this.uid
      where this.id = t.cause_id and m.mood in ('Purple', 'Dark')
        and m.chosen_at < this.chosen_at and m.chosen_at > this.chosen_at - interval '1 day'
    ) as "isFirstCall"
  from claimed t left join users u on u.id = t.author
  order by (t.cause <> 'mood'), t.created_at`;

interface Claim {
  limit: number;
  leaseMs: number;
  /** Only texts of these causes; null for all. */
  causes?: readonly TextCause[] | null;
  /** Ids that this worker holds: their leases may look expired by a clock that was set forward. */
  held?: readonly string[];
}

/**
 * Claims up to `limit` due texts of a kind, calls for support first. No two workers get the same text. When a worker is
 * killed, its claims are due again after their lease.
 */
export async function claimTexts(
  pool: pg.Pool,
  kind: TextKind,
  { limit, leaseMs, causes = null, held = [] }: Claim,
): Promise<ClaimedText[]> {
  const values = [kind, limit, leaseMs, causes, held, MAX_RETRY_DELAY_MS + leaseMs];
  const { rows } = await pool.query({ name: 'claim-texts', text: CLAIM, values });
  return rows;
}
