import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const ASK_EVERY_MS = 200;
const STALLED_MS = 60_000;

/**
 * Resolves when no text is due any more: none waits to be made or sent.
 * @throws when the number of due texts does not become lower for a minute
 */
export async function textsSettled(db: pg.Pool): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY;
  let lowerAt = Date.now();
  for (;;) {
    const due = await dueTexts(db);
    if (due === 0) return;
    if (due < fewest) [fewest, lowerAt] = [due, Date.now()];
    if (Date.now() - lowerAt > STALLED_MS) throw new Error(`${due} texts stay due`);
    await pause(ASK_EVERY_MS);
  }
}

async function dueTexts(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ due: number; has_causes: boolean }>(
    `select count(*)::int as due, to_regclass('text_causes') is not null as has_causes
     from texts where status in ('queued', 'sending')`,
  );
  const { due, has_causes: hasCauses } = rows[0]!;
  if (!hasCauses) return due;
  const causes = await db.query<{ waiting: number }>('select count(*)::int as waiting from text_causes');
  return due + causes.rows[0]!.waiting;
}
