import type { Server } from 'node:http';
import type { Logger } from 'pino';

/** Open files for other purposes: the program's own, database connections, texts and pushes being sent. */
const RESERVE = 400;
/** Where few files may be open, other purposes have half of them. */
const RESERVED_SHARE = 0.5;
const LOG_EVERY_MS = 10_000;

/**
 * Limits a server's connections to the open files that the system allows: without a free file it could not serve anyone.
 * Excess connections are dropped and logged, at most every 10 s.
 * @param openFileLimit how many files this process may have open
 */
export function limitConnections(server: Server, openFileLimit: number, log: Logger): void {
  if (openFileLimit === Number.POSITIVE_INFINITY) return;
  server.maxConnections = Math.max(1, openFileLimit - Math.min(RESERVE, Math.ceil(openFileLimit * RESERVED_SHARE)));
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    log.error({ connections: server.maxConnections }, 'There is no room for more connections: callers are hung up on');
  });
}

/** How many files and connections the system lets this process have open; Infinity when it does not say. */
export function openFileLimit(): number {
  const { report } = process;
  // Without this the report looks up the host names of all connections, which can take long.
  Object.assign(report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } };
  return Number(userLimits?.open_files.soft) || Number.POSITIVE_INFINITY;
}
