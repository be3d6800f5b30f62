import type { Transaction } from '#server/database/connect.ts';
import type { TextCause } from '#server/database/schema.ts';
import type { TextKind } from '../gateways/gateway.ts';
import type { Outbox } from './outbox.ts';

interface NewText {
  kind: TextKind;
  cause: TextCause;
  /** UUID of the row that causes the text. It causes one text only, so its id becomes the text's. */
  causeId: string;
  /** Uid of the recipient; null for a number that was typed. */
  recipient: string | null;
  /** Uid of the person who caused it; null for another program. */
  author: string | null;
  phoneNumber: string;
  message: string;
}

/** Stores a cause's text in the cause's transaction; a repeat stores nothing. Call outbox.wake() after the commit. */
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
