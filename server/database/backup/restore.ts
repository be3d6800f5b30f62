import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrations } from '../migrations/index.ts';
import { inBackupSession } from './backup-session.ts';
import { listTables } from './list-tables.ts';
import { isFirstLine, readSum } from './script-lines.ts';
import { ScriptReader } from './script-reader.ts';
import { sumTables, type TableSum } from './sum-tables.ts';

/**
 * Brings a backup into an empty database, in one transaction: all of it, with every table's rows and checksum as they
 * were, or nothing.
 * @returns every table's rows and checksum
 * @throws when the database is not empty, or the file is not a whole backup of this Moodring or an older one
 */
export async function restore(url: string, file: string): Promise<TableSum[]> {
  await using script = await ScriptReader.open(file);
  if (!isFirstLine(await script.line())) {
    throw new Error(`${file} is no backup of Moodring. What pg_dump made, psql and pg_restore read.`);
  }
  // Awaited here, because the script is closed when this function is left.
  return await inBackupSession(url, async (client) => {
    await client.query('begin');
    await expectEmpty(client);
    const told = await run(script, client).catch(sayDamaged);
    const found = await sumTables(client, await listTables(client));
    compare(told, found);
    await expectKnownSchema(client);
    await client.query('commit');
    // So that the first queries have the plans and the speed that they had before.
    await client.query('vacuum (analyze)');
    return found;
  });
}

/** @returns the sums that the script tells */
async function run(script: ScriptReader, client: pg.Client): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  let statements = '';
  for (let line = await script.line(); line !== undefined; line = await script.line()) {
    const isCopy = /^COPY .* FROM stdin;$/.test(line);
    if (!isCopy) statements += `${line}\n`;
    const sum = readSum(line);
    if (sum) sums.push(sum);
    if (isCopy) {
      await client.query(statements);
      statements = '';
      await pipeline(script.rows(), client.query(copyFrom(line)));
    }
  }
  await client.query(statements);
  return sums;
}

/** Not in PostgreSQL's words, which hold a piece of what it stumbled over: a terminal's text is soon in somebody's log. */
function sayDamaged(error: Error): never {
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

function compare(told: TableSum[], found: TableSum[]): void {
  if (told.length === 0) throw new Error('The backup is not whole: its end is missing. Nothing was restored.');
  const differing = found.filter((sum) => !told.some((other) => JSON.stringify(other) === JSON.stringify(sum)));
  const missing = told.filter(({ table }) => !found.some((other) => other.table === table));
  const tables = [...differing, ...missing].map(({ table }) => table);
  if (tables.length > 0) {
    throw new Error(`These tables are not as they were: ${tables.join(', ')}. Nothing was restored.`);
  }
}

async function expectKnownSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from public.kysely_migration');
  const unknown = rows.filter(({ name }) => !(name in migrations)).map(({ name }) => name);
  if (unknown.length > 0) {
    throw new Error(
      `The backup is of a newer Moodring (${unknown.join(', ')}): update this one. Nothing was restored.`,
    );
  }
}
