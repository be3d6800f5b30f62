import pg from 'pg';

/** Runs a statement on a connection of its own. @returns its rows */
export async function query<Row extends pg.QueryResultRow>(
  connectionString: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  // When the connection ends, the statement fails. A later error of the connection needs a listener, or it ends the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
