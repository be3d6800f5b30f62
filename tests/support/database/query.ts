import pg from 'pg';

/** Runs a statement on a connection of its own. @returns its rows */
export async function query<Row extends pg.QueryResultRow>(
  connectionString: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  // The statement fails when its connection ends; an error after it has nobody to hear it.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
