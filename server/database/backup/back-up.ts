import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readRecord } from '../migrate.ts';
import { readMigrations } from '../read-migrations.ts';
import { FIRST_LINE, schemaLine, sumLine } from './backup-lines.ts';
import { inBackupSession, listTables, sumTables, type TableSum } from './tables.ts';

/** Writes all rows of one moment into a new file, compressed if its name ends in .gz. @returns the sums that end it */
export async function backUp(url: string, file: string): Promise<TableSum[]> {
  if (existsSync(file)) throw new Error(`${file} is there already: a backup overwrites nothing.`);
  const part = `${file}.part`;
  try {
    const sums = await inBackupSession(url, (client) => writeTables(client, part, file.endsWith('.gz')));
    await rename(part, file);
    return sums;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function writeTables(client: pg.Client, part: string, compressed: boolean): Promise<TableSum[]> {
  const tables = await listTables(client);
  if (!tables.includes('users')) throw new Error('There is no Moodring in this database.');
  const migrations = readMigrations();
  const others = tables.filter((table) => !migrations.some(({ sql }) => sql.includes(`create table ${table} (`)));
  if (others.length > 0)
    throw new Error(`The database holds more than Moodring's tables: ${others.join(', ')}. Use pg_dump for it.`);
  // The locks come before the transaction's first query, which takes the snapshot: no table's definition can change then.
  await client.query('begin isolation level repeatable read read only');
  await client.query(`lock table only ${tables.join(', only ')} in access share mode`);
  const schema = await readRecord(client, migrations);
  const sums = await sumTables(client, tables);
  const target = createWriteStream(part, { mode: 0o600, flush: true });
  const source = Readable.from(content(client, schema, sums));
  await (compressed ? pipeline(source, createGzip(), target) : pipeline(source, target));
  return sums;
}

async function* content(client: pg.Client, schema: string[], sums: TableSum[]): AsyncGenerator<string | Buffer> {
  const tables = sums.map(({ table }) => table);
  yield `${FIRST_LINE}\n${schemaLine(schema)}\n\n`;
  for (const { name, columns } of (await client.query<Table>(TABLES, [tables])).rows) {
    yield `COPY ${name} (${columns}) FROM stdin;\n`;
    yield* client.query(copyTo(`copy ${name} (${columns}) to stdout`));
    yield '\\.\n\n';
  }
  // After the rows, so that a sequence is ahead of all of them.
  for (const { name, column, sequence } of (await client.query<Sequence>(SEQUENCES, [tables])).rows) {
    const { rows } = await client.query(`select last_value, is_called from ${sequence}`);
    const value = `${rows[0].last_value}, ${rows[0].is_called}`;
    yield `SELECT setval(pg_get_serial_sequence('${name}', '${column}'), ${value});\n`;
  }
  yield `\n${sums.map(sumLine).join('\n')}\n`;
}

interface Table {
  name: string;
  columns: string;
}

/** A table comes after those to which its keys refer. */
const TABLES = `
  with recursive depths (oid, depth) as (
    select oid, 0 from pg_class where oid::regclass::text = any($1)
    union
    select k.conrelid, depth + 1 from depths d join pg_constraint k on k.confrelid = d.oid and k.conrelid <> d.oid
  )
  select d.oid::regclass::text as name, (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = d.oid and attnum > 0 and not attisdropped and attgenerated = ''
  ) as columns
  from depths d group by d.oid order by max(depth), name`;

interface Sequence {
  name: string;
  column: string;
  sequence: string;
}

const SEQUENCES = `
  select attrelid::regclass::text as name, attname as column, pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
  from pg_attribute where attrelid::regclass::text = any($1) and attidentity <> ''`;
