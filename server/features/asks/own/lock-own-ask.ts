import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';

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

/** The same for what can be done only until the end. @throws {ProductError} not_found; ask_closed */
export async function lockOwnOpenAsk(db: pg.ClientBase, uid: string, ask: string): Promise<LockedAsk> {
  const locked = await lockOwnAsk(db, uid, ask);
  if (locked.isClosed) throw new ProductError('ask_closed');
  return locked;
}

/** Without a gateway no text has left. */
export function tooLate({ outbox }: Pick<Context, 'outbox'>): ProductError {
  if (outbox.canSend) return new ProductError('too_late');
  return new ProductError('too_late', 'Your friends see it already. You can tell them that you’re OK.');
}
