import type pg from 'pg';
import type { AddressedText } from '../admission/find-recipients.ts';
import type { TextKind } from '../gateways/gateway.ts';
import { IS_OTHER_TEXT } from '../support-first.ts';
import type { TextCause } from '../text-columns.ts';
import { MAX_RETRY_DELAY_MS } from './retry-policy.ts';

/**
 * Due are texts whose time has come, and texts that are due later than any delay or lease allows: the clock was set back
 * since they were stored. Both are ranges of one index, and each is read up to the limit only.
 */
const claimOf = (condition: string) => `
  with due as (
    select t.id
    from (values ('-infinity'::timestamptz, now()), (now() + $6 * interval '1 millisecond', 'infinity')) as range (after, until),
    lateral (
      select id, cause, turn, next_attempt_at from texts
      where kind = $1 and status in ('queued', 'sending') and next_attempt_at > after and next_attempt_at <= until
        and ($4::text[] is null or cause = any($4)) and id <> all($5::uuid[])
        ${condition}
      order by ${IS_OTHER_TEXT}, turn, next_attempt_at
      limit $2
      for update skip locked
    ) t
    order by (t.cause not in ('mood', 'again')), t.turn, t.next_attempt_at
    limit $2
  )
  update texts t
  set status = 'sending', attempts = t.attempts + 1, next_attempt_at = now() + $3 * interval '1 millisecond'
  from due where t.id = due.id
  returning t.id, t.cause, t.cause_id as choice, t.recipient, t.author, t.phone_key as phone, t.attempts,
    1000 * extract(epoch from clock_timestamp())::float8 as "claimedAtMs"`;

const CLAIM = { name: 'claim-texts', text: claimOf('') };
const CLAIM_SUPPORT = { name: 'claim-support', text: claimOf(`and ${IS_OTHER_TEXT} = false`) };

/** A text that this worker holds until its lease ends. */
export interface ClaimedText extends AddressedText {
  /** Identifies the claim. */
  attempts: number;
  /** The database's time. */
  claimedAtMs: number;
}

export interface Claim {
  limit: number;
  leaseMs: number;
  /** Only texts of these causes; null for all. */
  causes?: readonly TextCause[] | null;
  /** Only texts for support: the others are not even read. */
  supportOnly?: boolean;
  /** Ids that this worker holds: their leases may look expired by a clock that was set forward. */
  held?: readonly string[];
}

/**
 * Claims up to `limit` due texts of a kind, calls for support first; among these payers take turns. No two workers get the same text. When
 * a worker is killed, its claims are due again after their lease.
 */
export async function claimTexts(
  pool: pg.Pool,
  kind: TextKind,
  { limit, leaseMs, causes = null, supportOnly = false, held = [] }: Claim,
): Promise<ClaimedText[]> {
  const values = [kind, limit, leaseMs, causes, held, MAX_RETRY_DELAY_MS + leaseMs];
  const { rows } = await pool.query<ClaimedText>({ ...(supportOnly ? CLAIM_SUPPORT : CLAIM), values });
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
