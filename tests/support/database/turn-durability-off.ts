import { query } from './query.ts';

/** PostgreSQL confirms a commit before the disk has it. Only a crash of the machine could lose it. */
export const WITHOUT_DURABILITY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Changes a PostgreSQL that runs. */
export async function turnDurabilityOff(superuserUrl: string): Promise<void> {
  for (const [setting, value] of Object.entries(WITHOUT_DURABILITY))
    await query(superuserUrl, `alter system set ${setting} = ${value}`);
  await query(superuserUrl, 'select pg_reload_conf()');
}
