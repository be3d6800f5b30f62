import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Pair } from './people.ts';
import type { Product } from './product.ts';

const ASK_EVERY_MS = 200;
const STALLED_MS = 60_000;

/** Resolves when no text and no push waits. @throws when a minute passes without progress */
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

export interface Conversation {
  sender: string;
  receiver: string;
  ids: string[];
}

/**
 * Checks that each acknowledged message is stored once and has its text, and that there are no others.
 * @param pairs all people in the database, just connected: each pair has one greeting
 */
export function createAudit({ db }: Product, pairs: readonly Pair[]) {
  let written = pairs.length;
  return async (acknowledged: Conversation[]): Promise<void> => {
    await allSent(db);
    for (const { sender, receiver, ids } of acknowledged) {
      const { rows } = await db.query<{ stored: number; texts: number }>(
        `select count(*)::int as stored, count(t.id)::int as texts
         from messages m left join texts t on t.id = m.id and t.recipient = m.receiver and t.cause = 'message'
         where m.id = any($1::uuid[]) and m.sender = $2 and m.receiver = $3`,
        [ids, sender, receiver],
      );
      expectSame('acknowledged messages that are stored', rows[0]!.stored, ids.length);
      expectSame('texts about them', rows[0]!.texts, ids.length);
      written += ids.length;
    }
    const { rows } = await db.query<{ stored: number }>(
      'select count(*)::int as stored from messages where sender = any($1::uuid[])',
      [pairs.flatMap((pair) => pair.map(({ uid }) => uid))],
    );
    expectSame('messages', rows[0]!.stored, written);
  };
}

function expectSame(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`The audit failed: ${what}: ${found} instead of ${expected}`);
}
