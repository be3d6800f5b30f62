import type pg from 'pg';
import type { Sweep } from '#server/database/sweep/sweep-table.ts';

const IS_TAKEN = { name: 'is-call-taken', text: 'select from taken_calls where signature = $1' };
const STORE = 'insert into taken_calls (signature) values ($1) on conflict do nothing';

/**
 * Takes a signed call once within a week: its signature has no time, so a copy of an old STOP would be valid after a
 * START. It is stored afterwards, so that a STOP that fails can come again.
 * @param signature which the caller has checked, so that strangers store nothing
 * @returns undefined for a copy
 */
export async function takeOnce<Taken>(
  pool: pg.Pool,
  signature: string,
  take: () => Promise<Taken>,
): Promise<Taken | undefined> {
  if ((await pool.query({ ...IS_TAKEN, values: [signature] })).rowCount) return;
  const taken = await take();
  await pool.query(STORE, [signature]);
  return taken;
}

export const OLD_CALLS: Sweep = {
  table: 'taken_calls',
  areOld: `taken_at < now() - interval '7 days'`,
  passMs: 24 * 60 * 60_000,
};
