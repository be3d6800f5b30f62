import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { readRecord } from '../migration-record.ts';
import { readMigrations } from '../read-migrations.ts';
import { inBackupSession } from './backup-session.ts';
import { isFirstLine, readSum } from './script-lines.ts';
import { ScriptReader } from './script-reader.ts';
import { listTables, sumTables, type TableSum } from './sum-tables.ts';

/**
 * Restores a backup into an empty database, in one transaction, and compares each table's rows and checksum. On any
 * difference it restores nothing.
 * @returns each table's rows and checksum
 * @throws when the database is not empty, or the file is not a complete backup of this version or an older one
 */
export async function restore(url: string, file: string): Promise<TableSum[]> {
  await using script = await ScriptReader.open(file);
  if (!isFirstLine(await script.line())) {
    throw new Error(`${file} is no backup of Moodring. What pg_dump made, psql and pg_restore read.`);
  }
  // `await`, because the script is closed when this function returns.
  return await inBackupSession(url, async (client) => {
    await client.query('begin');
    await expectEmpty(client);
    const expected = await run(script, client).catch(throwDamaged);
    const found = await sumTables(client, await listTables(client));
    compare(expected, found);
    await expectKnownSchema(client);
    await client.query('commit');
    // Without statistics the first queries would have slow plans.
    await client.query('vacuum (analyze)');
    return found;
  });
}

/** Runs the script. @returns the sums that it contains */
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

/** A backup of the last version before 1.0 is restored as it was, and the next start adopts it. */
async function expectKnownSchema(client: pg.Client): Promise<void> {
  await client.query('set local search_path = public');
  await readRecord(client, readMigrations()).catch((error: Error) => {
    throw new Error(`${error.message} Nothing was restored.`, { cause: error });
  });
}
