import type { Conversation } from '#bench/loads/chat-load.ts';
import { allSent } from './all-sent.ts';
import type { Pair } from './people.ts';
import type { Product } from './product.ts';

/**
 * Checks the database against all acknowledged messages, run after run: each is stored once and has its text, no other message
 * is stored, and unread counts are right.
 * @throws when one of these does not hold
 */
export type Audit = (acknowledged: Conversation[]) => Promise<void>;

/** @param pairs all people in the database, just connected: each pair has one unread greeting, without a text of a message */
export function createAudit({ db }: Product, pairs: readonly Pair[]): Audit {
  const people = pairs.flat();
  const greetings = new Map(pairs.map(([one, other]) => [way(one.uid, other.uid), 1]));
  const written = new Map<string, number>();

  return async (acknowledged) => {
    for (const { sender, receiver, ids } of acknowledged) {
      // An id is a primary key, so a found message is stored once.
      const { rows } = await db.query<{ stored: number }>(
        'select count(*)::int as stored from messages where id = any($1::uuid[]) and sender = $2 and receiver = $3',
        [ids, sender, receiver],
      );
      const key = way(sender, receiver);
      expectSame(`acknowledged messages ${key} that are stored`, rows[0]!.stored, ids.length);
      written.set(key, (written.get(key) ?? 0) + ids.length);
    }
    await allSent(db);
    const { rows } = await db.query<{ sender: string; receiver: string; stored: number; texts: number }>(
      `select sender, m.receiver, count(*)::int as stored, count(t.id)::int as texts
       from messages m left join texts t on t.id = m.id and t.recipient = m.receiver and t.cause = 'message'
       where sender = any($1::uuid[]) or m.receiver = any($1::uuid[]) group by sender, m.receiver`,
      [people.map(({ uid }) => uid)],
    );
    for (const { sender, receiver, stored, texts } of rows) {
      const key = way(sender, receiver);
      expectSame(`messages ${key}`, stored, (written.get(key) ?? 0) + (greetings.get(key) ?? 0));
      expectSame(`texts ${key}`, texts, written.get(key) ?? 0);
    }
    const stored = new Map(rows.map((row) => [way(row.sender, row.receiver), row.stored]));
    for (const person of people)
      for (const { uid, unread } of (await person.circle()).body)
        expectSame(`unread of ${person.uid}`, unread, stored.get(way(uid, person.uid)) ?? 0);
  };
}

function way(sender: string, receiver: string): string {
  return `${sender} → ${receiver}`;
}

function expectSame(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`The audit failed: ${what}: ${found} instead of ${expected}`);
}
