import type pg from 'pg';

/** Looks for a person's uid in every column of every table. @returns `table.column` for each row found */
export function findPersonalData(pool: pg.Pool, uid: string): Promise<string[]> {
  return find(pool, 'field.value', uid);
}

/** Looks for a phone number in every column of every table, in any notation. @returns `table.column` for each row found */
export function findNumber(pool: pg.Pool, digits: string): Promise<string[]> {
  return find(pool, `regexp_replace(field.value, '\\D', '', 'g')`, digits);
}

async function find(pool: pg.Pool, value: string, part: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const traces: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ key: string }>(
      `select field.key from ${name} t, jsonb_each_text(to_jsonb(t)) field where ${value} like '%' || $1 || '%'`,
      [part],
    );
    traces.push(...rows.map(({ key }) => `${name}.${key}`));
  }
  return traces;
}
