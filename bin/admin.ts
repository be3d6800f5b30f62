/** `npm run admin -- COMMAND`: what an operator does to people, texts and settings, on the database of a running server. */
import { createInterface } from 'node:readline/promises';
import type pg from 'pg';
import { readConfig, readDatabaseConfig } from '#server/config.ts';
import { findRunningDatabase } from '#server/database/backup/open-configured-database.ts';
import { openPool } from '#server/database/connect.ts';
import { runCommand } from './admin/run-command.ts';

let open: pg.Pool | undefined;

async function database(): Promise<pg.Pool> {
  if (open) return open;
  const config = readDatabaseConfig(process.env);
  const url = await findRunningDatabase(config);
  if (!url) throw new Error(`No Moodring runs on ${config.dataDir}. Start it first, or see DATA_DIR and DATABASE_URL.`);
  // An export needs a second one beside its lock.
  open = openPool(url, { max: 2, statementTimeoutMs: Number.POSITIVE_INFINITY });
  return open;
}

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

const tools = { config: () => readConfig(process.env), database, confirm };
const { exitCode, out, error } = await runCommand(process.argv.slice(2), tools);
if (out) process.stdout.write(`${out}\n`);
if (error) process.stderr.write(`${error}\n`);
await open?.end();
process.exitCode = exitCode;
