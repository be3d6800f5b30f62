import { availableParallelism, loadavg } from 'node:os';
import type { Cluster } from './cluster.ts';

/**
 * What the figures of this run were measured on.
 * @throws when PostgreSQL does not wait for the disk: no figure would mean anything
 */
export async function describeMachine({ admin }: Cluster): Promise<string> {
  const { rows } = await admin.query<Record<string, string>>(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as commit, current_setting('wal_sync_method') as method`,
  );
  const { version, fsync, commit, method } = rows[0]!;
  if (fsync !== 'on' || commit !== 'on') throw new Error(`fsync is ${fsync}, synchronous_commit is ${commit}`);
  const busy = loadavg()[0]!.toFixed(1);
  return `PostgreSQL ${version}, fsync on (${method}); ${availableParallelism()} cores, load ${busy} before the start; Node ${process.version}`;
}
