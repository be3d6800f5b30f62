import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const TIMEOUT_MS = 120_000;

/** Waits until the outbox has made the texts of all causes, so that it does not run beside the next measurement. */
export async function textsAreMade(db: Pick<pg.Pool, 'query'>): Promise<void> {
  for (const end = performance.now() + TIMEOUT_MS; ; await pause(20)) {
    const { rows } = await db.query<{ causes: number }>('select count(*)::int as causes from text_causes');
    if (rows[0]!.causes === 0) return;
    if (performance.now() > end) throw new Error(`The texts of ${rows[0]!.causes} causes have not been made`);
  }
}
