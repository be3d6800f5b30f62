import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { publishAsk } from '../publish-ask.ts';
import { lockOwnAsk } from './lock-own-ask.ts';
import { textFriends } from './text-friends.ts';
import { SLIP_TIME } from './undone-choice.ts';

/**
 * After an undo: tells those whose texts had left that it was a slip. Once for an undone choice.
 * @throws {ProductError} not_found, also an hour after the undo
 */
export async function tellSlip(context: Context, uid: string, ask: string): Promise<void> {
  await inTransaction(context.pool, async (db) => {
    await lockOwnAsk(db, uid, ask);
    const { rowCount } = await db.query(
      `select from mood_choices where uid = $2 and ask = $1 and undone_at > now() - ${SLIP_TIME} limit 1`,
      [ask, uid],
    );
    if (!rowCount) throw new ProductError('not_found');
    await textFriends(context, db, { ask, uid, kind: 'slip' });
  });
  context.outbox.wake();
  // The person's other devices offer it no more.
  publishAsk(context, ask, 'person');
}
