import type pg from 'pg';

/** The bytes of these tables on disk with their indexes. A table that does not exist has none. */
export async function tableBytes(db: pg.Pool, tables: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ bytes: string }>(
    'select coalesce(sum(pg_total_relation_size(to_regclass(name))), 0) as bytes from unnest($1::text[]) as name',
    [tables],
  );
  return Number(rows[0]!.bytes);
}

/** The end of PostgreSQL's log, in bytes since its beginning. All databases of the cluster share it. */
export async function logPosition(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0' as bytes`);
  return Number(rows[0]!.bytes);
}
