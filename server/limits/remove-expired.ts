import type pg from 'pg';

/** Removes what no limit looks back to any more; rows that are being counted at this moment are left for next time. */
export async function sweep(pool: pg.Pool): Promise<void> {
  await pool.query(
    `delete from limits where (what, whom) in (
       select what, whom from limits where expires_at < now() for update skip locked
     )`,
  );
}
