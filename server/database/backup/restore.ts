import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { readRecord, runMigrations } from '../migrate.ts';
import { readMigrations } from '../read-migrations.ts';
import { isFirstLine, readSchema, readSum } from './backup-lines.ts';
import { BackupReader } from './backup-reader.ts';
import { inBackupSession, listTables, sumTables, type TableSum } from './tables.ts';

/** Restores a backup into an empty database, or nothing. @throws if sums differ, or this version does not know it */
export async function restore(url: string, file: string): Promise<TableSum[]> {
  await using reader = await BackupReader.open(file);
  if (!isFirstLine(await reader.line())) {
    throw new Error(`${file} is no backup of Moodring. What pg_dump made, psql and pg_restore read.`);
  }
  const schema = readSchema(await reader.line());
  // `await`, because the file is closed when this function returns.
  return await inBackupSession(url, async (client) => {
    await client.query('begin');
    await expectEmpty(client);
    if (schema) await createSchema(client, schema);
    const expected = await load(reader, client).catch(throwDamaged);
    const tables = new Set([...(await listTables(client)), ...expected.map(({ table }) => table)]);
    const found = await sumTables(client, [...tables], schema ? undefined : 't::text');
    compare(expected, found);
    if (schema) await setTriggers(client, 'enable');
    else await readRecord(client, readMigrations()).catch(throwNothingRestored);
    await client.query('commit');
    // Without statistics the first queries would have slow plans.
    await client.query('vacuum (analyze)');
    return found;
  });
}

/** Creates the tables, and turns their triggers off: a restore loads what they wrote. */
async function createSchema(client: pg.Client, schema: string[]): Promise<void> {
  const known = readMigrations();
  const unknown = schema.filter((name) => !known.some((migration) => migration.name === name));
  if (unknown.length > 0)
    throw new Error(
      `The backup is of a newer Moodring, with ${unknown.join(', ')}. Restore it with that version, or one after it. Nothing was restored.`,
    );
  await runMigrations(
    client,
    known.filter(({ name }) => schema.includes(name)),
  );
  await setTriggers(client, 'disable');
}

async function setTriggers(client: pg.Client, change: 'enable' | 'disable'): Promise<void> {
  for (const table of await listTables(client)) await client.query(`alter table ${table} ${change} trigger user`);
}

/** Loads the tables. An older backup has the statements that create them. @returns the sums at its end */
async function load(reader: BackupReader, client: pg.Client): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  let statements = '';
  for (let line = await reader.line(); line !== undefined; line = await reader.line()) {
    const isCopy = /^COPY .* FROM stdin;$/.test(line);
    if (!isCopy) statements += `${line}\n`;
    const sum = readSum(line);
    if (sum) sums.push(sum);
    if (isCopy) {
      await client.query(statements);
      statements = '';
      await pipeline(reader.rows(), client.query(copyFrom(line)));
    }
  }
  await client.query(`${statements}; set search_path = public`);
  return sums;
}

/** Hides PostgreSQL's message, which quotes the data that it could not read. */
function throwDamaged(error: Error): never {
  const isAboutScript = error instanceof pg.DatabaseError && !/^(08|5)/.test(error.code ?? '');
  if (!isAboutScript) throw error;
  throw new Error(`The backup is damaged: PostgreSQL does not take it (${error.code}). Nothing was restored.`);
}

async function expectEmpty(client: pg.Client): Promise<void> {
  const tables = await listTables(client);
  if (tables.length === 0) return;
  throw new Error(
    `The database is not empty: it has ${tables.join(', ')}. Restore onto a new database, or a data folder that is not there yet.`,
  );
}

function compare(expected: TableSum[], found: TableSum[]): void {
  if (expected.length === 0) throw new Error('The backup is not whole: its end is missing. Nothing was restored.');
  const differing = found.filter((sum) => !expected.some((other) => JSON.stringify(other) === JSON.stringify(sum)));
  const missing = expected.filter(({ table }) => !found.some((other) => other.table === table));
  const tables = [...differing, ...missing].map(({ table }) => table);
  if (tables.length > 0) {
    throw new Error(`These tables are not as they were: ${tables.join(', ')}. Nothing was restored.`);
  }
}

function throwNothingRestored(error: Error): never {
  throw new Error(`${error.message} Nothing was restored.`, { cause: error });
}
