import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { inBackupSession, SESSION_STATEMENTS } from './backup-session.ts';
import { describeSchema } from './describe-schema.ts';
import { listTables } from './list-tables.ts';
import { refuseUnknown } from './refuse-unknown.ts';
import { FIRST_LINE, LAST_LINES, sumLine } from './script-lines.ts';
import { sumTables, type TableSum } from './sum-tables.ts';

/**
 * Writes everything in a database into a file, in pg_dump's plain format: SQL that `restore` and psql read. It sees one
 * moment of the database, however long it takes and whatever is written meanwhile. The file bears its name when it is
 * whole, never before, and only its owner can read it. A name that ends in .gz is compressed.
 * @returns every table's rows and checksum, which the file bears as well
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
  // Before the transaction's first query, which picks the moment: from then on nobody changes what a table is.
  await client.query('begin isolation level repeatable read read only');
  await client.query(`lock table only ${tables.join(', only ')} in access share mode`);
  await refuseUnknown(client);

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

/** Read after the rows, a sequence is ahead of them all. */
async function positionOf(client: pg.Client, sequence: string): Promise<string> {
  const { rows } = await client.query(`select last_value, is_called from ${sequence}`);
  return `SELECT pg_catalog.setval('${sequence}', ${rows[0].last_value}, ${rows[0].is_called});\n`;
}
