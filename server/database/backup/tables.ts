import pg from 'pg';

/** The same as pg_dump's, so that a row has the same text on every machine. */
const SETTINGS = [
  "client_encoding = 'UTF8'",
  "datestyle = 'ISO'",
  "intervalstyle = 'postgres'",
  "timezone = 'UTC'",
  'extra_float_digits = 3',
  'search_path = public',
  'row_security = off',
  'statement_timeout = 0',
  'lock_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
];

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
    await client.query(SETTINGS.map((setting) => `set ${setting}`).join('; '));
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface TableSum {
  table: string;
  rows: number;
  checksum: string;
}

export async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('migrations', 'kysely_migration', 'kysely_migration_lock')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    order by relname`);
  return rows.map(({ name }) => name);
}

/** @param row a row's text: by default one that no order of columns changes */
export async function sumTables(client: pg.Client, tables: string[], row = 'to_jsonb(t)::text'): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  for (const table of tables) {
    const { rows } = await client.query(`
      select count(*) as rows, coalesce(sum(('x' || left(md5(${row}), 15))::bit(60)::bigint), 0) as checksum
      from only ${table} t`);
    sums.push({ table, rows: Number(rows[0].rows), checksum: rows[0].checksum });
  }
  return sums;
}

export function printSums(sums: TableSum[]): string {
  const width = Math.max(...sums.map(({ table }) => table.length));
  return sums
    .map(({ table, rows, checksum }) => `  ${table.padEnd(width)} ${String(rows).padStart(12)} rows  ${checksum}`)
    .join('\n');
}
