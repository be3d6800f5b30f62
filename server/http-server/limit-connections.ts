import type { Server } from 'node:http';
import type { Logger } from 'pino';

/** Open files for other purposes: the program's own, database connections, texts and pushes being sent. */
const RESERVE = 400;
const RESERVED_SHARE = 0.5;
const LOG_EVERY_MS = 10_000;

/** Limits connections to the open files that the system allows. Others are dropped and logged, at most every 10 s. */
export function limitConnections(server: Server, openFileLimit: number, log: Logger): void {
  if (openFileLimit === Number.POSITIVE_INFINITY) return;
  server.maxConnections = Math.max(1, openFileLimit - Math.min(RESERVE, Math.ceil(openFileLimit * RESERVED_SHARE)));
  const logDrop = sometimes(() =>
    log.error({ connections: server.maxConnections }, 'There is no room for more connections: callers are hung up on'),
  );
  server.on('drop', () => logDrop());
}

/** Calls at most every 10 s. */
export function sometimes<Args extends unknown[]>(call: (...args: Args) => void): (...args: Args) => void {
  let calledAt = Number.NEGATIVE_INFINITY;
  return (...args) => {
    if (performance.now() - calledAt < LOG_EVERY_MS) return;
    calledAt = performance.now();
    call(...args);
  };
}

/** How many files and connections the system lets this process have open; Infinity when it does not say. */
export function openFileLimit(): number {
  const { report } = process;
  // Without this the report looks up the host names of all connections, which can take long.
  Object.assign(report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } };
  return Number(userLimits?.open_files.soft) || Number.POSITIVE_INFINITY;
}
