import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Identity, SignedInPerson } from '#server/features/identity/index.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { acceptSockets } from './accept-sockets.ts';
import { FrameRateLimit } from './frame-rate-limit.ts';
import type { LiveSocket } from './live-socket.ts';
import { RecentSessionEnds } from './recent-session-ends.ts';
import { SocketRegistry } from './socket-registry.ts';

/** Fails for one person, as a fault in it would. */
class FaultyRegistry extends SocketRegistry<LiveSocket> {
  override add(socket: LiveSocket): void {
    super.add(socket);
    if (socket.uid === 'ada') throw new Error('a fault');
  }
}

const { log, lines } = createTestLog();
const registry = new FaultyRegistry();
const subscriptions: string[] = [];
const server = createServer();
server.listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => server.close());
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** The session of a person whose cookie is their name, and who gets a renewed one. */
const findPerson = async (cookie: string | null | undefined): Promise<SignedInPerson> => ({
  uid: String(cookie),
  displayName: '',
  sessionId: crypto.randomUUID(),
  isNew: false,
  renewedCookies: [`renewed=${cookie}`],
});

acceptSockets(server, {
  identity: { findPerson } as Identity,
  trustedOrigins: [origin],
  appUrl: origin,
  addressOf: () => '127.0.0.1',
  settings: {
    registry,
    onFrame: async () => {},
    rateLimit: new FrameRateLimit(100),
    socketsPerPerson: 50,
    onClose: (uid) => void subscriptions.push(`${uid} closed`),
  },
  onForeignOrigin() {},
  log,
  sessionEnds: new RecentSessionEnds(),
  checkSession() {},
  subscribe: async (uid) => void subscriptions.push(`${uid} subscribed`),
  unsubscribe: (uid) => void subscriptions.push(`${uid} unsubscribed`),
});

async function open(cookie: string) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/live`, { headers: { origin, cookie } });
  const upgraded = once(socket, 'upgrade');
  await once(socket, 'open');
  const [{ headers }] = await upgraded;
  return { socket, cookies: headers['set-cookie'] };
}

test('a socket that cannot be registered closes, and its subscription ends once', async () => {
  const { socket, cookies } = await open('ada');
  expect(cookies).toEqual(['renewed=ada']);
  await once(socket, 'close');
  await expect.poll(() => subscriptions).toEqual(['ada subscribed', 'ada closed']);
  expect(registry.count('ada')).toBe(0);
  expect(lines.map(({ msg }) => msg)).toEqual(['a live connection could not be registered']);
});

test('the next person gets their own cookies, and no other’s', async () => {
  const { socket, cookies } = await open('grace');
  expect(cookies).toEqual(['renewed=grace']);
  expect(registry.count('grace')).toBe(1);
  socket.terminate();
});
