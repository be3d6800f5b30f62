import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { clientNetwork } from '#server/network/client-network.ts';

/** Open files for other purposes: the program's own, database connections, texts and pushes being sent. */
const RESERVE = 400;
const RESERVED_SHARE = 0.5;
const SHARE = 0.1;
/** Enough for the browsers of a home or an office, where few files may be open. */
const LEAST_SHARE = 100;
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

/** Limits a network: a new connection replaces the longest silent one. Not behind a proxy, which is one network. */
export function limitConnectionsByNetwork(server: Server, log: Logger): void {
  const max = Math.max(LEAST_SHARE, Math.floor(SHARE * (server.maxConnections ?? Number.POSITIVE_INFINITY)));
  const networks = new Map<string, Set<Socket>>();
  /** All of its network, the longest silent first. */
  const ofSocket = new WeakMap<Socket, Set<Socket>>();
  const live = new WeakSet<Socket>();
  const logRefusal = sometimes((address: string) =>
    log.warn(
      { address, connections: max },
      'A network has its share of the connections: silent or further ones are closed',
    ),
  );
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return;
    const network = clientNetwork(remoteAddress);
    const own = networks.get(network) ?? new Set();
    if (own.size >= max) {
      logRefusal(remoteAddress);
      const quietest = own.values().find((other) => !live.has(other));
      (quietest ?? socket).destroy();
      if (!quietest) return;
      own.delete(quietest);
    }
    networks.set(network, own.add(socket));
    ofSocket.set(socket, own);
    socket.once('close', () => {
      if (own.delete(socket) && own.size === 0) networks.delete(network);
    });
  });
  server.on('request', ({ socket }) => {
    const own = ofSocket.get(socket);
    if (own?.delete(socket)) own.add(socket);
  });
  server.on('upgrade', ({ socket }) => live.add(socket));
}

function sometimes<Args extends unknown[]>(call: (...args: Args) => void): (...args: Args) => void {
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
