import type pg from 'pg';
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

const STORE = `
  insert into texts (id, kind, cause, author, phone_number, phone_key, message, status, last_error, settled_at, next_attempt_at)
  values ($1, $2, 'form', $3, $4, $5, $6, $7, $8,
    case when $7 = 'recorded' then now() end, case when $7 <> 'recorded' then now() end)
  on conflict (id) do nothing`;

/** Stores a text whose words were typed, in a transaction; a repeat stores nothing. Call outbox.wake() after the commit. */
export async function enqueueText(
  db: pg.ClientBase,
  outbox: Pick<Outbox, 'newTexts'>,
  { kind, id, author, phoneNumber, phoneKey, message }: TypedText,
): Promise<void> {
  const { status, note } = outbox.newTexts(kind);
  await db.query(STORE, [id, kind, author, phoneNumber, phoneKey, message, status, note]);
}
