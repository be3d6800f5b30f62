import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

const ASK_EVERY_MS = 200;
const STALLED_MS = 60_000;

/**
 * Resolves when no text is due any more: none waits to be made or sent.
 * @throws when the number of due texts does not become lower for a minute
 */
export function textsSettled(db: pg.Pool): Promise<void> {
  return noneDue('texts', () => dueTexts(db));
}

/** Resolves when no push is due any more. @throws when the number of due pushes does not become lower for a minute */
export function pushesSettled(db: pg.Pool): Promise<void> {
  return noneDue('pushes', () => duePushes(db));
}

async function noneDue(what: string, countDue: () => Promise<number>): Promise<void> {
  let fewest = Number.POSITIVE_INFINITY;
  let lowerAt = Date.now();
  for (;;) {
    const due = await countDue();
    if (due === 0) return;
    if (due < fewest) [fewest, lowerAt] = [due, Date.now()];
    if (Date.now() - lowerAt > STALLED_MS) throw new Error(`${due} ${what} stay due`);
    await pause(ASK_EVERY_MS);
  }
}

async function dueTexts(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ due: number }>(
    `select ((select count(*) from texts where status in ('queued', 'sending')) + (select count(*) from causes))::int as due`,
  );
  return rows[0]!.due;
}

async function duePushes(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ due: number }>(
    `select ((select count(*) from pushes where due_at is not null) + (select count(*) from causes))::int as due`,
  );
  return rows[0]!.due;
}
