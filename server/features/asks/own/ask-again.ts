import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { LIMITS } from '#server/limits/index.ts';
import type { AskServices } from '../ask-services.ts';
import { publishAsk } from '../publish-ask.ts';
import { HAS_PROMISED } from '../recipients.ts';
import { lockOwnOpenAsk } from './lock-own-ask.ts';
import { textFriends } from './text-friends.ts';

/** After so long without a 'yes' or 'later' friends are asked once more, if the person has set that. */
const AFTER = `interval '10 minutes'`;
/** No server ran in time. A stale call helps nobody. */
const TOO_LATE = `interval '1 hour'`;
const AT_ONCE = 100;

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

/** Reads the few entries of the index `asks_again` that have come due within the hour. */
const DUE = `
  select a.id, a.uid from asks a join users u on u.id = a.uid and u.again_itself
  where a.closed_at is null and a.again_at is null
    and a.opens_at <= now() - ${AFTER} and a.opens_at > now() - ${TOO_LATE} and a.eased_at is null
    and not exists (select from ask_recipients n where n.ask = a.id and ${HAS_PROMISED})`;

const ASK_AGAIN = `
  update asks set again_at = now(), version = version + 1 where id in (select id from (${DUE}) due where due.id = $1)`;

/** Whether there is an ask for `askAgainForAll`. */
export async function areAsksDueAgain(pool: pg.Pool): Promise<boolean> {
  return (await pool.query(`${DUE} limit 1`)).rowCount === 1;
}

/**
 * Asks once more for everybody who has set that it happens by itself. It looks again under the lock, so several nodes and
 * the person's own tap store it once, and a kill leaves either all or nothing of it.
 * @returns how many asks there were
 */
export async function askAgainForAll(parts: AskServices & Pick<Context, 'causes'>): Promise<number> {
  const { rows } = await parts.pool.query<{ id: string; uid: string }>({
    name: 'asks-due-again',
    text: `${DUE} order by a.opens_at limit ${AT_ONCE}`,
  });
  let asked = 0;
  for (const { id, uid } of rows) {
    try {
      if (!(await askOneAgain(parts, uid, id))) continue;
      asked += 1;
      publishAsk(parts, id);
    } catch (error) {
      parts.log.warn({ part: 'asks', ask: id, err: error }, 'friends could not be asked once more');
    }
  }
  if (asked > 0) {
    parts.outbox.wake();
    parts.causes.wake();
  }
  return asked;
}

/** Locks the person before the ask, as a choice does. */
function askOneAgain(parts: AskServices, uid: string, ask: string): Promise<boolean> {
  return inTransaction(parts.pool, async (db) => {
    await db.query('select from users where id = $1 for no key update', [uid]);
    const { rowCount } = await db.query(ASK_AGAIN, [ask]);
    if (rowCount) await textFriends(parts, db, { ask, uid, kind: 'again' });
    return rowCount === 1;
  });
}
