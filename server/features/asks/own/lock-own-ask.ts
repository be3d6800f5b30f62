import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { LIMITS } from '#server/limits/index.ts';

interface LockedAsk {
  isHeld: boolean;
  isClosed: boolean;
}

/** Locks the person before the ask, as a choice does. @throws {ProductError} not_found */
export async function lockOwnAsk(db: pg.ClientBase, uid: string, ask: string): Promise<LockedAsk> {
  await db.query('select from users where id = $1 for no key update', [uid]);
  const { rows } = await db.query<LockedAsk>(
    `select opens_at > clock_timestamp() as "isHeld", is_closed(a) as "isClosed" from asks a where id = $1 and uid = $2 for update`,
    [ask, uid],
  );
  if (!rows[0]) throw new ProductError('not_found');
  return rows[0];
}

/** Changes an ask of the person that is not closed, with its row locked. @throws {ProductError} not_found; ask_closed; too_many */
export async function changeOpenAsk<Result>(
  { limits, pool }: Pick<Context, 'limits' | 'pool'>,
  uid: string,
  ask: string,
  change: (db: pg.ClientBase, locked: LockedAsk) => Promise<Result>,
): Promise<Result> {
  await limits.consume(LIMITS.changeAnAsk.person, uid);
  return inTransaction(pool, async (db) => {
    const locked = await lockOwnAsk(db, uid, ask);
    if (locked.isClosed) throw new ProductError('ask_closed');
    return change(db, locked);
  });
}

/** Without a gateway no text has left. */
export function tooLate({ outbox }: Pick<Context, 'outbox'>): ProductError {
  if (outbox.canSend) return new ProductError('too_late');
  return new ProductError('too_late', (t) => t.friendsSeeItAlready);
}
