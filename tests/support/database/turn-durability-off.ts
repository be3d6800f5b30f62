import pg from 'pg';

/** PostgreSQL confirms a commit before the disk has it. Only a crash of the machine could lose it. */
export const WITHOUT_DURABILITY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Changes a PostgreSQL that runs. */
export async function turnDurabilityOff(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    for (const [setting, value] of Object.entries(WITHOUT_DURABILITY))
      await client.query(`alter system set ${setting} = ${value}`);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}
