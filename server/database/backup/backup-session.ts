import pg from 'pg';

/** The same as pg_dump's: a row has the same text on every machine, and all names include their schema. */
const SETTINGS = [
  "client_encoding = 'UTF8'",
  "datestyle = 'ISO'",
  "intervalstyle = 'postgres'",
  "timezone = 'UTC'",
  'extra_float_digits = 3',
  'standard_conforming_strings = on',
  "search_path = ''",
  'check_function_bodies = off',
  'row_security = off',
  'statement_timeout = 0',
  'lock_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
];

/** The start of a backup's script, so that psql reads it with the same settings. */
export const SESSION_STATEMENTS = SETTINGS.map((setting) => `SET ${setting};`).join('\n');

/** Opens a connection for a backup or a restore. Closing it rolls back an uncommitted transaction. */
export async function inBackupSession<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: `moodring ${process.pid}` });
  // A broken connection also fails its query. Without a listener it would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(SESSION_STATEMENTS);
    return await work(client);
  } finally {
    await client.end();
  }
}
