import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { logRepeated } from '#server/logging/log-repeated.ts';
import { clientAddress } from '#server/network/client-address.ts';
import { clientSite } from '#server/network/client-network.ts';

/** Of one network, because each connection takes memory. */
const SHARE = 0.1;
/** A flood takes longer to fill them than a caller far away to send a request. */
const LEAST_SHARE = 1_000;
/** Each may take some 40 KB: the heads of its requests, and what it does not read. */
const MOST_SHARE = 4_000;
/** Of live connections. The rest is for calls. */
const LIVE_SHARE = 0.75;

const CROWDED = 'A network has many connections: old ones are closed for new ones';

type Kind = 'silent' | 'calling' | 'live';
/** Its connections, of each kind in the order in which they became that. */
type Network = { name: string } & Record<Kind, Set<Socket>>;
type Caller = Pick<IncomingMessage, 'socket' | 'headers'>;

const countLive = ({ live }: Network) => live.size;
const countOthers = ({ silent, calling }: Network) => silent.size + calling.size;

/**
 * Shares the connections among networks. Without room a newcomer replaces one of the network that has most: of its silent ones
 * or its calls, whichever are more, the oldest. So neither a flood of connections nor one of calls cuts off the other kind.
 * @returns asks for room for a live connection
 */
export function shareConnections(server: Server, trustProxy: number, log: Logger): (caller: Caller) => boolean {
  const max = server.maxConnections ?? Number.POSITIVE_INFINITY;
  const maxOfNetwork = Math.min(MOST_SHARE, Math.max(LEAST_SHARE, Math.floor(SHARE * max)));
  const networks = new Map<string, Network>();
  const places = new Map<Socket, [network: Network, kind: Kind]>();
  let allLive = 0;

  function put({ socket, headers }: Caller, kind: Kind): void {
    if (socket.destroyed) return;
    leave.call(socket);
    const name = clientSite(clientAddress(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''), trustProxy));
    const network = networks.get(name) ?? { name, silent: new Set(), calling: new Set(), live: new Set() };
    networks.set(name, network);
    network[kind].add(socket);
    places.set(socket, [network, kind]);
    if (kind === 'live') allLive += 1;
    const crowded = places.size >= max ? largest(countOthers) : network;
    if (places.size < max && countOthers(network) <= maxOfNetwork) return;
    const isOther = (other: Socket) => other !== socket;
    const { silent, calling } = crowded;
    const [more, fewer] = silent.size >= calling.size ? [silent, calling] : [calling, silent];
    close(crowded, more.values().find(isOther) ?? fewer.values().find(isOther));
  }

  function leave(this: Socket): void {
    const [network, kind] = places.get(this) ?? [];
    if (!network || !kind) return;
    places.delete(this);
    network[kind].delete(this);
    if (kind === 'live') allLive -= 1;
    if (countLive(network) + countOthers(network) === 0) networks.delete(network.name);
  }

  function becomeSilent(this: ServerResponse): void {
    put(this.req, 'silent');
  }

  function close({ name }: Network, socket: Socket | undefined): void {
    logRepeated(log, 'warn', CROWDED, { network: name, connections: max });
    // From here on Node does not count it.
    socket?.destroy();
    if (socket) leave.call(socket);
  }

  const largest = (count: (network: Network) => number) =>
    networks.values().reduce((one, other) => (count(other) > count(one) ? other : one));

  server.on('connection', (socket) => put({ socket: socket.once('close', leave), headers: {} }, 'silent'));
  server.on('request', (request, response) => {
    put(request, 'calling');
    response.once('close', becomeSilent);
  });
  return (caller) => {
    if (allLive >= LIVE_SHARE * max) {
      const most = largest(countLive);
      const [own] = places.get(caller.socket) ?? [];
      // Otherwise browsers would close each other's connections in turn.
      if (!own || countLive(most) <= countLive(own) + 1) return false;
      close(most, most.live.values().next().value);
    }
    put(caller, 'live');
    return true;
  };
}
