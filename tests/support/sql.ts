import type pg from 'pg';
import type { App } from './app.ts';

/** Runs a statement, and answers with its rows. */
export type Sql = <Row>(statement: string, values?: unknown[]) => Promise<Row[]>;

/** On the database of an app, a connection each time: whatever happened to it since the last one. */
export function sqlOf(app: () => App): Sql {
  return async <Row>(statement: string, values?: unknown[]) => (await app().sql(statement, values)) as Row[];
}

export function sqlOn(pool: () => pg.Pool): Sql {
  return async <Row>(statement: string, values?: unknown[]) => (await pool().query(statement, values)).rows as Row[];
}
