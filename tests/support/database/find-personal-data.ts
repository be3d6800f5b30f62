import type pg from 'pg';

/** Looks for a person's uid in every column. @returns `table.column` for each row found */
export async function findPersonalData(pool: pg.Pool, uid: string): Promise<string[]> {
  const { rows: columns } = await pool.query(
    `select c.table_name, c.column_name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('uuid', 'text')`,
  );
  const traces: string[] = [];
  for (const { table_name, column_name } of columns) {
    const { rows } = await pool.query(`select from ${table_name} where ${column_name}::text like '%' || $1 || '%'`, [
      uid,
    ]);
    traces.push(...rows.map(() => `${table_name}.${column_name}`));
  }
  return traces;
}

/** Looks for a phone number in every column of every table, in any notation. @returns `table.column` for each row found */
export async function findNumber(pool: pg.Pool, digits: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const traces: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ key: string }>(
      `select field.key from ${name} t, jsonb_each_text(to_jsonb(t)) field
       where regexp_replace(field.value, '\\D', '', 'g') like '%' || $1 || '%'`,
      [digits],
    );
    traces.push(...rows.map(({ key }) => `${name}.${key}`));
  }
  return traces;
}
