import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const ASK_EVERY_MS = 200;
const STALLED_MS = 60_000;

/**
 * Resolves when no text and no push waits to be made or sent.
 * @throws when the number of those that wait does not become lower for a minute
 */
export async function allSent(db: pg.Pool): Promise<void> {
  let [fewest, lowerAt] = [Number.POSITIVE_INFINITY, Date.now()];
  for (;;) {
    const { rows } = await db.query<{ due: number }>(
      `select ((select count(*) from texts where status in ('queued', 'sending'))
         + (select count(*) from pushes where due_at is not null) + (select count(*) from causes))::int as due`,
    );
    const { due } = rows[0]!;
    if (due === 0) return;
    if (due < fewest) [fewest, lowerAt] = [due, Date.now()];
    if (Date.now() - lowerAt > STALLED_MS) throw new Error(`${due} causes, texts and pushes stay due`);
    await pause(ASK_EVERY_MS);
  }
}
