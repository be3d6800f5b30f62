import type pg from 'pg';
import { inBackgroundTransaction } from '#server/database/background-transaction.ts';
import { forgetNumber } from '#server/features/texts/index.ts';

const PHONE = 'select phone_key as phone from departures where uid = $1 and phone_key is not null for update';

const BLANK = 'update departures set phone_key = null where uid = $1';

/** Other nodes hold the account or a text for one step. */
const LOCK_TIMEOUT_MS = 2_000;

/** Removes a deleted number from texts by hand, and the record of the departure. @returns whether there was one */
export async function forgetDeparted(db: pg.ClientBase, uid: string): Promise<boolean> {
  const { rows } = await db.query<{ phone: string }>(PHONE, [uid]);
  if (!rows[0]) return false;
  await forgetNumber(db, rows[0].phone, uid);
  await db.query(BLANK, [uid]);
  return true;
}

/** The same in a transaction of its own. If it fails, the purge repeats it. */
export async function forgetAtOnce(pool: pg.Pool, uid: string): Promise<void> {
  await inBackgroundTransaction(pool, (db) => forgetDeparted(db, uid), [`lock_timeout = ${LOCK_TIMEOUT_MS}`]);
}
