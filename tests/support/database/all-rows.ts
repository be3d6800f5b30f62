import type pg from 'pg';

/** Every row of every table as text, to check that nothing changed or that a value is in no row. */
export async function allRows(pool: pg.Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  const contents = tables.map(
    ({ name }) => `(select '${name}: ' || string_agg(t::text, ';' order by t::text) from ${name} t)`,
  );
  const { rows } = await pool.query<{ all: string }>(`select concat_ws(E'\\n', ${contents.join(', ')}) as all`);
  return rows[0]!.all;
}
