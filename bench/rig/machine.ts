import { availableParallelism, loadavg } from 'node:os';
import { openFileLimit } from '#server/http-server/limit-connections.ts';
import type { Cluster } from './cluster.ts';

/**
 * Describes the machine and the PostgreSQL of this run.
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

/** @throws when a process on this machine may not open this number of files and sockets */
export function expectOpenFiles(count: number): void {
  if (openFileLimit() < count)
    throw new Error(`This machine lets a process open ${openFileLimit()} files, ${count} are needed: ulimit -Hn`);
}
