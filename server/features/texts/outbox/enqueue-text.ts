import { sql } from 'kysely';
import type { Transaction } from '#server/database/connect.ts';
import type { TextKind } from '../gateways/gateway.ts';
import type { Outbox } from './outbox.ts';

interface TypedText {
  kind: TextKind;
  /** UUID. Another program that repeats a call with the same id sends one text. */
  id: string;
  /** Uid of the person who typed it; null for another program. */
  author: string | null;
  /** As typed. */
  phoneNumber: string;
  /** `key` of `readNumber`. */
  phoneKey: string;
  message: string;
}

/** Stores a text whose words were typed, in a transaction; a repeat stores nothing. Call outbox.wake() after the commit. */
export async function enqueueText(
  trx: Transaction,
  outbox: Pick<Outbox, 'newTexts'>,
  { kind, id, author, phoneNumber, phoneKey, message }: TypedText,
): Promise<void> {
  const { status, note } = outbox.newTexts(kind);
  const settled = status === 'recorded' ? { settled_at: sql<Date>`now()`, next_attempt_at: null } : {};
  await trx
    .insertInto('texts')
    .values({
      id,
      kind,
      cause: 'form',
      author,
      phone_number: phoneNumber,
      phone_key: phoneKey,
      message,
      status,
      last_error: note,
      ...settled,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
