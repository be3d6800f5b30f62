import type { Server } from 'node:http';
import type { Logger } from 'pino';

/** Files that are none of the callers' connections: the program's own, those to its database, texts on their way. */
const RESERVE = 100;
const TELL_EVERY_MS = 10_000;

/**
 * Lets in as many connections as there are files for: without one more, those who are there could not be served either. Who
 * comes to a full house is hung up on; the log says so, now and then.
 * @param openFileLimit how many this process may have open
 */
export function limitConnections(server: Server, openFileLimit: number, log: Logger): void {
  // No number at all is no bound.
  if (openFileLimit === Number.POSITIVE_INFINITY) return;
  server.maxConnections = Math.max(1, openFileLimit - RESERVE);
  let told = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    if (performance.now() - told < TELL_EVERY_MS) return;
    told = performance.now();
    log.error({ connections: server.maxConnections }, 'There is no room for more connections: callers are hung up on');
  });
}
