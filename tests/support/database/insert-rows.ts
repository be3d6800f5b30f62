import type pg from 'pg';

/** Inserts rows into a table. A column that a row does not name gets its default. */
export async function insertRows(pool: pg.Pool, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const values: unknown[] = [];
  const placeOf = (value: unknown) => (value === undefined ? 'default' : `$${values.push(value)}`);
  const lists = rows.map((row) => {
    const named: Record<string, unknown> = { ...row };
    return `(${columns.map((column) => placeOf(named[column])).join(', ')})`;
  });
  await pool.query(`insert into ${table} (${columns.join(', ')}) values ${lists.join(', ')}`, values);
}
