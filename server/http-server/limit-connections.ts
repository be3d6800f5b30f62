import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { logRepeated } from '#server/logging/log-repeated.ts';

/** Open files for other purposes: the program's own, database connections, texts and pushes being sent. */
const RESERVE = 400;
const RESERVED_SHARE = 0.5;
const NO_ROOM = 'There is no room for more connections: callers are hung up on';

/** Limits connections to the open files that the system allows. Others are dropped and logged. */
export function limitConnections(server: Server, openFileLimit: number, log: Logger): void {
  if (openFileLimit === Number.POSITIVE_INFINITY) return;
  server.maxConnections = Math.max(1, openFileLimit - Math.min(RESERVE, Math.ceil(openFileLimit * RESERVED_SHARE)));
  server.on('drop', () => logRepeated(log, 'error', NO_ROOM, { connections: server.maxConnections }));
}

/** How many files and connections the system lets this process have open; Infinity when it does not say. */
export function openFileLimit(): number {
  const { report } = process;
  // Without this the report looks up the host names of all connections, which can take long.
  Object.assign(report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } };
  return Number(userLimits?.open_files.soft) || Number.POSITIVE_INFINITY;
}
