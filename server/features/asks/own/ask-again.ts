import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { LIMITS } from '#server/limits/index.ts';
import { publishAsk } from '../publish-ask.ts';
import { lockOwnOpenAsk } from './lock-own-ask.ts';
import { textFriends } from './text-friends.ts';

/**
 * Asks those once more who were texted and have not answered. Once for an ask.
 * @throws {ProductError} not_found; ask_closed; too_many; too_late while it is held, and the second time
 */
export async function askAgain(context: Context, uid: string, ask: string): Promise<void> {
  await context.limits.consume(LIMITS.changeAnAsk.person, uid);
  await inTransaction(context.pool, async (db) => {
    const { isHeld } = await lockOwnOpenAsk(db, uid, ask);
    if (isHeld) throw new ProductError('too_late', 'Your friends have not been asked yet.');
    const { rowCount } = await db.query(
      'update asks set again_at = now(), version = version + 1 where id = $1 and again_at is null',
      [ask],
    );
    if (!rowCount) throw new ProductError('too_late', 'You have asked once more already.');
    await textFriends(context, db, { ask, uid, kind: 'again' });
  });
  context.outbox.wake();
  context.causes.wake();
  publishAsk(context, ask);
}
