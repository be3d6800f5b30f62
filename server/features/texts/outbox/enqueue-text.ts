import type { Transaction } from '#server/database/connect.ts';
import type { TextCause } from '#server/database/schema.ts';
import type { TextKind } from '../gateways/gateway.ts';
import type { Outbox } from './outbox.ts';

interface NewText {
  kind: TextKind;
  cause: TextCause;
  /** The row that the text follows from, which texts one person only: its id is the text's. A UUID. */
  causeId: string;
  /** Uid of who is texted; null for a number that was typed. */
  recipient: string | null;
  /** Uid of whose doing it is; null for another program's. */
  author: string | null;
  phoneNumber: string;
  message: string;
}

/** Stores the one text of a cause in the cause's transaction, once. Call outbox.wake() after the commit. */
export async function enqueueText(
  trx: Transaction,
  outbox: Pick<Outbox, 'statusFor'>,
  { kind, cause, causeId, recipient, author, phoneNumber, message }: NewText,
): Promise<void> {
  const { status, note } = outbox.statusFor(kind);
  await trx
    .insertInto('texts')
    .values({
      id: causeId,
      kind,
      cause,
      cause_id: causeId,
      recipient,
      author,
      phone_number: phoneNumber,
      message,
      status,
      last_error: note,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
