import type pg from 'pg';

/** Runs statements on a pool, with each value where it is used: sql`select … where id = ${uid}`. They return their rows. */
export function sqlTag(pool: pg.Pool) {
  // biome-ignore lint/suspicious/noExplicitAny: tests check the rows
  return async <Row = any>(parts: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> => {
    const statement = parts.reduce((text, part, n) => `${text}$${n}${part}`);
    return (await pool.query(statement, values)).rows;
  };
}
