import pg from 'pg';

/** As pg_dump sets its own: the same row is the same text on every machine, and every name is written in full. */
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

/** What begins a backup's script, so that psql too reads it as it was written. */
export const SESSION_STATEMENTS = SETTINGS.map((setting) => `SET ${setting};`).join('\n');

/** One connection that backs up or restores. Its end undoes a transaction that was not committed. */
export async function inBackupSession<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: `moodring ${process.pid}` });
  // What breaks the connection fails the query under way.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(SESSION_STATEMENTS);
    return await work(client);
  } finally {
    await client.end();
  }
}
