import { expect, vi } from 'vitest';
import { ClusterFiles } from '#server/database/embedded/cluster-files.ts';
import type { App } from '#tests/support/servers/app-process.ts';

/** Ends an app's own PostgreSQL, and waits until the process has ended. */
export async function endPostgres({ dataDir }: App, signal: NodeJS.Signals): Promise<undefined> {
  const files = new ClusterFiles(dataDir);
  const pid = files.runningPid()!;
  process.kill(pid, signal);
  await vi.waitFor(() => expect(files.runningPid()).not.toBe(pid), { timeout: 30_000, interval: 2 });
}
