import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give connections their own ends from 32768 on. */
const [FROM, TO] = [20_000, 30_000];

/**
 * A free port for a server that is gone for a moment while thousands try to reach it: among the ports that the system
 * gives to connections, one of them would sooner or later be connected with itself, and the server could not come back.
 */
export async function steadyPort(): Promise<number> {
  for (let port = FROM + (process.pid % (TO - FROM)); port < TO; port += 1) {
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    await new Promise((closed) => server.close(closed));
    return port;
  }
  throw new Error('No port is free');
}
