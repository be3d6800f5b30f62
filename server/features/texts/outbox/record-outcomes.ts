import type pg from 'pg';

/** What came of a claim: sent, given up, held back for good, or to be tried again in `delayMs`. */
export interface Outcome {
  id: string;
  /** The claim that it belongs to. */
  attempts: number;
  status: 'sent' | 'failed' | 'cancelled' | 'queued';
  error: string | null;
  providerId: string | null;
  delayMs: number;
  /** Whether no gateway was asked: then the claim is no attempt, and `attempts` goes back. */
  isUntried?: boolean;
  /** Whether its limits have counted it. */
  isCounted?: boolean;
  /** Whether somebody has to do something before it goes well. For the log: it is not written down. */
  needsMending?: boolean;
}

// A claim that is no longer ours (its lease ran out and another worker has it) is left alone.
const RECORD = `
  update texts t
  set status = o.status, attempts = t.attempts - (o.is_untried)::integer, counted = t.counted or o.is_counted, last_error = o.error, provider_id = o.provider_id,
      next_attempt_at = now() + o.delay_ms * interval '1 millisecond',
      settled_at = case when o.status <> 'queued' then now() end
  from unnest($1::uuid[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::boolean[], $8::boolean[])
    as o (id, attempts, status, error, provider_id, delay_ms, is_untried, is_counted)
  where t.id = o.id and t.status = 'sending' and t.attempts = o.attempts`;

/** Writes down what came of several claims, in one statement. */
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
