import type pg from 'pg';

/** The result of a claim: sent, given up (failed), held back for good (cancelled), or to be tried again in `delayMs`. */
export interface Outcome {
  id: string;
  /** Identifies the claim. */
  attempts: number;
  status: 'sent' | 'failed' | 'cancelled' | 'queued';
  error: string | null;
  providerId: string | null;
  delayMs: number;
  /** No gateway was asked, so the claim does not count as an attempt. */
  isUntried?: boolean;
  isCounted?: boolean;
  /** Retries fail until the operator changes something. For the log; it is not stored. */
  isMisconfigured?: boolean;
}

// Skips a claim whose lease ran out and which another worker has taken over.
const RECORD = `
  update texts t
  set status = o.status, attempts = t.attempts - (o.is_untried)::integer, counted = t.counted or o.is_counted, last_error = o.error, provider_id = o.provider_id,
      next_attempt_at = now() + o.delay_ms * interval '1 millisecond',
      settled_at = case when o.status <> 'queued' then now() end
  from unnest($1::uuid[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::boolean[], $8::boolean[])
    as o (id, attempts, status, error, provider_id, delay_ms, is_untried, is_counted)
  where t.id = o.id and t.status = 'sending' and t.attempts = o.attempts`;

export async function recordOutcomes(pool: pg.Pool, outcomes: Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const column = (key: keyof Outcome) => outcomes.map((outcome) => outcome[key]);
  await pool.query({
    name: 'record-outcomes',
    text: RECORD,
    values: [
      column('id'),
      column('attempts'),
      column('status'),
      column('error'),
      column('providerId'),
      column('delayMs'),
      outcomes.map(({ isUntried = false }) => isUntried),
      outcomes.map(({ isCounted = false }) => isCounted),
    ],
  });
}
