import type { ClaimedCause, Db } from './claim-causes.ts';
import type { DueText } from './due-texts.ts';

/** The result of a claim: sent, given up (failed), held back for good (cancelled), or to be tried again in `delayMs`. */
export interface Outcome {
  id: string;
  /** Identifies the claim. */
  attempts: number;
  status: 'sent' | 'failed' | 'cancelled' | 'queued' | 'recorded';
  error: string | null;
  providerId: string | null;
  delayMs: number;
  /** No gateway was asked, so the claim does not count as an attempt. */
  isUntried?: boolean;
  isCounted?: boolean;
  /** Retries fail until the operator changes something. For the log; it is not stored. */
  isMisconfigured?: boolean;
  /** The gateway sends nothing to this phone. Kept with the phone, not with the text. */
  isPhoneStopped?: boolean;
  /** The text has no row yet: it gets one now. */
  due?: DueText;
}

/**
 * Stores outcomes, and removes causes all of whose texts have a row or need none. It skips a claim whose lease ran out and
 * which another worker has taken over, and texts whose message or recipient is gone by now. `coalesce` hides the status from
 * the planner: it would read the index of all waiting texts in place of the primary key.
 */
const RECORD = `
  with outcomes as materialized (
    select *, case when status = 'queued' then now() + delay_ms * interval '1 millisecond' end as next_attempt_at,
      case when status <> 'queued' then now() end as settled_at
    from unnest($1::uuid[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::boolean[], $8::boolean[],
      $9::text[], $10::uuid[], $11::uuid[], $12::timestamptz[])
      as o (id, attempts, status, error, provider_id, delay_ms, is_untried, is_counted, cause, choice, recipient, caused_at)
  ), changed as (
    update texts t
    set status = o.status, attempts = t.attempts - (o.is_untried)::integer, counted = t.counted or o.is_counted,
      last_error = o.error, provider_id = o.provider_id, next_attempt_at = o.next_attempt_at, settled_at = o.settled_at
    from outcomes o
    where o.cause is null and t.id = o.id and t.attempts = o.attempts and coalesce(t.status = 'sending', false)
  ), added as (
    insert into texts (id, recipient, author, cause_id, created_at, next_attempt_at, settled_at, attempts, counted, kind, cause,
      status, last_error, provider_id)
    select o.id, coalesce(m.receiver, o.recipient), coalesce(m.sender, c.uid), o.choice, o.caused_at, o.next_attempt_at,
      o.settled_at, o.attempts - (o.is_untried)::integer, o.is_counted, 'general', o.cause, o.status, o.error, o.provider_id
    from outcomes o
    left join messages m on m.id = o.id and o.cause <> 'mood'
    left join mood_choices c on c.id = o.choice
    where o.cause is not null and coalesce(m.sender, c.uid) is not null
      and exists (select from users where users.id = coalesce(m.receiver, o.recipient))
    on conflict (id) do nothing
  )
  delete from text_causes t using unnest($13::bigint[], $14::integer[]) as done (id, claims)
  where t.priority in (0, 1) and t.id = done.id and t.claims = done.claims`;

/** @param done the claimed causes whose last texts these are */
export async function recordOutcomes(
  db: Db,
  outcomes: readonly Outcome[],
  done: readonly ClaimedCause[] = [],
): Promise<void> {
  if (outcomes.length === 0 && done.length === 0) return;
  const column = (key: keyof Outcome) => outcomes.map((outcome) => outcome[key]);
  await db.query({
    name: 'record-outcomes',
    text: RECORD,
    values: [
      ...[column('id'), column('attempts'), column('status'), column('error'), column('providerId'), column('delayMs')],
      outcomes.map(({ isUntried = false }) => isUntried),
      outcomes.map(({ isCounted = false }) => isCounted),
      outcomes.map(({ due }) => due?.cause.cause),
      outcomes.map(({ due }) => due?.cause.choice),
      outcomes.map(({ due }) => due?.recipient),
      outcomes.map(({ due }) => due?.cause.createdAt),
      done.map(({ id }) => id),
      done.map(({ claims }) => claims),
    ],
  });
}
