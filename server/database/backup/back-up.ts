import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { inBackupSession, SESSION_STATEMENTS } from './backup-session.ts';
import { describeSchema, expectSupportedSchema } from './describe-schema.ts';
import { FIRST_LINE, LAST_LINES, sumLine } from './script-lines.ts';
import { listTables, sumTables, type TableSum } from './sum-tables.ts';

/**
 * Writes a whole database into a file, in pg_dump's plain format: SQL that `restore` and psql read. It is a snapshot of one
 * moment, whatever is written meanwhile. The file gets its name when it is complete, and only its owner can read it. A name
 * that ends in .gz is compressed.
 * @returns each table's rows and checksum, which the file also contains
 */
export async function backUp(url: string, file: string): Promise<TableSum[]> {
  if (existsSync(file)) throw new Error(`${file} is there already: a backup overwrites nothing.`);
  const part = `${file}.part`;
  try {
    const sums = await inBackupSession(url, (client) => writeScript(client, part, file.endsWith('.gz')));
    await rename(part, file);
    return sums;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function writeScript(client: pg.Client, part: string, compressed: boolean): Promise<TableSum[]> {
  const tables = await listTables(client);
  if (!tables.includes('public.users')) throw new Error('There is no Moodring in this database.');
  // The locks come before the transaction's first query, which takes the snapshot: no table's definition can change then.
  await client.query('begin isolation level repeatable read read only');
  await client.query(`lock table only ${tables.join(', only ')} in access share mode`);
  await expectSupportedSchema(client);

  const sums = await sumTables(client, tables);
  const target = createWriteStream(part, { mode: 0o600, flush: true });
  const source = Readable.from(script(client, sums));
  await (compressed ? pipeline(source, createGzip(), target) : pipeline(source, target));
  return sums;
}

async function* script(client: pg.Client, sums: TableSum[]): AsyncGenerator<string | Buffer> {
  const { beforeRows, tables, sequences, afterRows } = await describeSchema(client);
  yield `${FIRST_LINE}\n\n${SESSION_STATEMENTS}\n\n${beforeRows.join('\n\n')}\n\n`;
  for (const { name, columns } of tables) {
    yield `COPY ${name} (${columns}) FROM stdin;\n`;
    yield* client.query(copyTo(`copy ${name} (${columns}) to stdout`));
    yield '\\.\n\n';
  }
  for (const sequence of sequences) yield await positionOf(client, sequence);
  yield `\n${afterRows.join('\n\n')}\n\n${sums.map(sumLine).join('\n')}\n${LAST_LINES}`;
}

/** Read after the rows, so that the sequence is ahead of all of them. */
async function positionOf(client: pg.Client, sequence: string): Promise<string> {
  const { rows } = await client.query(`select last_value, is_called from ${sequence}`);
  return `SELECT pg_catalog.setval('${sequence}', ${rows[0].last_value}, ${rows[0].is_called});\n`;
}
