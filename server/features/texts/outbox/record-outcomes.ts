import type { TextReason } from '../text-columns.ts';
import type { Db } from './make-texts.ts';

/** The result of a claim: sent, given up (failed), held back for good (cancelled), or to be tried again in `delayMs`. */
export interface Outcome {
  id: string;
  /** Identifies the claim. */
  attempts: number;
  status: 'sent' | 'failed' | 'cancelled' | 'queued' | 'recorded';
  error: string | null;
  /** Of a text that is held back, where a rule depends on it. */
  reason?: TextReason;
  /** The account for which it was, if it is another one than before. */
  recipient?: string | null;
  providerId: string | null;
  delayMs: number;
  /** No gateway was asked, so the claim does not count as an attempt. */
  isUntried?: boolean;
  isCounted?: boolean;
  /** Retries fail until the operator changes something. For the log; it is not stored. */
  isMisconfigured?: boolean;
  /** The gateway sends nothing to this phone. Kept with the phone, not with the text. */
  isPhoneStopped?: boolean;
}

/**
 * Stores outcomes. It skips a claim whose lease ran out and which another worker has taken over. `coalesce` hides the status
 * from the planner: it would read the index of all waiting texts in place of the primary key.
 */
const RECORD = `
  update texts t
  set status = o.status, attempts = t.attempts - (o.is_untried)::integer, counted = t.counted or o.is_counted,
    recipient = coalesce(o.recipient, t.recipient), last_error = o.error, reason = o.reason, provider_id = o.provider_id,
    next_attempt_at = case when o.status = 'queued' then now() + o.delay_ms * interval '1 millisecond' end,
    settled_at = case when o.status <> 'queued' then now() end
  from unnest($1::uuid[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::float8[],
    $9::boolean[], $10::boolean[])
    as o (id, attempts, status, error, reason, recipient, provider_id, delay_ms, is_untried, is_counted)
  where t.id = o.id and t.attempts = o.attempts and coalesce(t.status = 'sending', false)`;

/** In the order of the ids, as an undo locks the texts. */
export async function recordOutcomes(db: Db, unordered: readonly Outcome[]): Promise<void> {
  if (unordered.length === 0) return;
  const outcomes = unordered.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const column = (key: keyof Outcome) => outcomes.map((outcome) => outcome[key]);
  await db.query({
    name: 'record-outcomes',
    text: RECORD,
    values: [
      ...[column('id'), column('attempts'), column('status'), column('error'), column('reason'), column('recipient')],
      ...[column('providerId'), column('delayMs')],
      outcomes.map(({ isUntried = false }) => isUntried),
      outcomes.map(({ isCounted = false }) => isCounted),
    ],
  });
}
