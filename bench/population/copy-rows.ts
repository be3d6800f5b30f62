import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { RowWriter } from './row-writer.ts';

/** Writes all rows of a table; each time the writer is full it yields, so that they can go. */
export type Rows = (row: RowWriter) => Iterable<void>;

/**
 * Fills a table by COPY. The rows go in frozen, so that nothing has to be vacuumed after them.
 * @param client within the transaction that truncated the table
 * @param columns of the table, in the order of the rows' fields
 */
export async function copyRows(client: pg.Client, table: string, columns: string, rows: Rows): Promise<void> {
  const copy = client.query(copyFrom(`copy ${table} (${columns}) from stdin with (format binary, freeze)`));
  await pipeline(Readable.from(chunksOf(rows), { objectMode: true, highWaterMark: 2 }), copy);
}

function* chunksOf(rows: Rows): Generator<Buffer> {
  const row = new RowWriter();
  for (const _ of rows(row)) yield row.take();
  yield row.end();
}
