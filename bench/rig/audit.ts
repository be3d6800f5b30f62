import type { Conversation } from '#bench/loads/chat-load.ts';
import { textsSettled } from './outbox-settled.ts';
import { connectionsOf, type Pair } from './people.ts';
import type { Product } from './product.ts';

/** Checks the database against all acknowledged messages, run after run. */
export interface Audit {
  /**
   * Every message acknowledged in this and earlier runs is stored exactly once, and no other message is. Each message
   * has its text. Each unread count is the number of messages received.
   * @throws when one of these does not hold
   */
  check(acknowledged: Conversation[]): Promise<void>;
}

/** @param pairs all people in the database, just connected: each pair has one unread greeting */
export function createAudit(product: Product, pairs: Pair[]): Audit {
  const people = pairs.flat();
  const written = new Map<string, number>();
  for (const [asker, other] of pairs) {
    written.set(way(asker.uid, other.uid), 1);
    written.set(way(other.uid, asker.uid), 0);
  }
  let texted = 0;

  async function check(acknowledged: Conversation[]): Promise<void> {
    for (const { sender, receiver, ids } of acknowledged) {
      written.set(way(sender, receiver), written.get(way(sender, receiver))! + ids.length);
      texted += ids.length;
    }
    await everyOneIsStored(acknowledged);
    await nothingElseIsStored();
    await textsSettled(product.db);
    await everyOneHasItsText();
    await Promise.all(people.map(unreadIsExact));
  }

  /** An id is a primary key, so a found message is stored exactly once. */
  async function everyOneIsStored(acknowledged: Conversation[]): Promise<void> {
    for (const { sender, receiver, ids } of acknowledged) {
      const { rows } = await product.db.query<{ stored: number }>(
        'select count(*)::int as stored from messages where id = any($1::uuid[]) and sender = $2 and receiver = $3',
        [ids, sender, receiver],
      );
      expectSame(`acknowledged messages from ${sender} that are stored`, rows[0]!.stored, ids.length);
    }
  }

  async function nothingElseIsStored(): Promise<void> {
    const { rows } = await product.db.query<{ sender: string; receiver: string; stored: number }>(
      `select sender, receiver, count(*)::int as stored from messages
       where sender = any($1::uuid[]) or receiver = any($1::uuid[]) group by sender, receiver`,
      [people.map(({ uid }) => uid)],
    );
    const stored = new Map(rows.map((row) => [way(row.sender, row.receiver), row.stored]));
    for (const key of new Set([...written.keys(), ...stored.keys()])) {
      expectSame(`messages ${key}`, stored.get(key) ?? 0, written.get(key) ?? 0);
    }
  }

  async function everyOneHasItsText(): Promise<void> {
    const { rows } = await product.db.query<{ texts: number }>(
      `select count(*)::int as texts from texts t join messages m on m.id = t.id and m.receiver = t.recipient
       where t.cause = 'message'`,
    );
    expectSame('texts about messages', rows[0]!.texts, texted);
  }

  async function unreadIsExact(person: (typeof people)[number]): Promise<void> {
    for (const { uid, unread } of await connectionsOf(product, person)) {
      expectSame(`unread of ${person.uid}`, unread, written.get(way(uid, person.uid))!);
    }
  }

  return { check };
}

function way(sender: string, receiver: string): string {
  return `${sender} → ${receiver}`;
}

function expectSame(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`The audit failed: ${what}: ${found} instead of ${expected}`);
}
