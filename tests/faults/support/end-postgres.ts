import { setTimeout as pause } from 'node:timers/promises';
import { ClusterFiles } from '#server/database/embedded/cluster-files.ts';
import type { App } from '#tests/support/servers/app.ts';

/** Ends an app's own PostgreSQL, and waits until it is gone. */
export async function endPostgres({ dataDir }: App, signal: NodeJS.Signals): Promise<void> {
  const files = new ClusterFiles(dataDir);
  const pid = files.runningPid()!;
  process.kill(pid, signal);
  while (files.runningPid() === pid) await pause(2);
}
