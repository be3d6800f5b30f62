import { Hono } from 'hono';
import { afterAll, describe, expect, test } from 'vitest';
import { CONNECTIONS } from '#server/database/connection-budget.ts';
import { PUSH_PLACES } from '#server/features/push/outbox/push-channel.ts';
import { allServices } from '#server/features/push/services/push-services.ts';
import { listen } from '#tests/support/servers/listen.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { RawConnection } from '#tests/support/wire/raw-connection.ts';
import { askRaw, readAnswer } from '#tests/support/wire/raw-request.ts';
import { createHttpServer } from './create-http-server.ts';
import { limitConnections } from './limit-connections.ts';

/** The server's time-outs, shortened. */
const PATIENCE = {
  headersTimeout: 200,
  requestTimeout: 400,
  connectionsCheckingInterval: 50,
  timeout: 600,
  keepAliveTimeout: 600,
};

const { log, lines } = createTestLog();
const app = new Hono()
  .post('/', async (c) => c.text(await c.req.text()))
  .get('/large', (c) => c.body('x'.repeat(50_000_000)));
const server = createHttpServer(app, { appUrl: 'http://localhost', log }, PATIENCE);
const { port, close } = await listen(server);
const origin = `http://127.0.0.1:${port}`;
afterAll(async () => {
  await close();
  expect(lines).toEqual([]);
});

describe('a slow caller gets an error and is disconnected', () => {
  const tooSlow: [string, string, string][] = [
    ['with the first byte', '', ''],
    ['with the headers, byte by byte', 'GET / HTTP/1.1\r\nhost: localhost\r\nx: ', 'x'],
    ['with the body, byte by byte', 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n', 'x'],
    ['with a body of chunks', 'POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\nx\r\n'],
  ];
  test.each(tooSlow)('%s', async (_, head, drop) => {
    const wire = await RawConnection.open(origin);
    await wire.write(head);
    const dripping = setInterval(() => void wire.write(drop), 20);
    const answer = readAnswer(await wire.readToEnd(5_000));
    clearInterval(dripping);
    wire.socket.destroy();
    expect(answer.status).toBe(408);
    expect(JSON.parse(answer.body).error.code).toBe('invalid');
  });

  test('and a caller that does not read the response is disconnected', async () => {
    const wire = await RawConnection.open(origin);
    wire.socket.pause();
    await wire.write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const connections = () => new Promise((done) => server.getConnections((_, count) => done(count)));
    await expect.poll(connections).toBe(1);
    await expect.poll(connections).toBe(0);
    wire.socket.destroy();
  });
});

test('other callers are answered meanwhile', async () => {
  const slow = await Promise.all(Array.from({ length: 200 }, () => RawConnection.open(origin)));
  for (const wire of slow) await wire.write('GET / HTTP/1.1\r\n');
  const answer = await fetch(origin, { method: 'POST', body: 'Hello' });
  expect(await answer.text()).toBe('Hello');
  for (const wire of slow) expect(readAnswer(await wire.readToEnd(5_000)).status).toBe(408);
  for (const wire of slow) wire.socket.destroy();
});

test.each(['/assets/%FFa', '/?q=100%'])('an address that cannot be decoded is refused unread: %s', async (address) => {
  const { status, body } = await askRaw(origin, `GET ${address} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  expect([status, JSON.parse(body).error.code]).toEqual([400, 'invalid']);
});

test('a CONNECT request is refused', async () => {
  const { status, body } = await askRaw(origin, 'CONNECT a.b:443 HTTP/1.1\r\nhost: a.b:443\r\n\r\n');
  expect([status, JSON.parse(body).error.code]).toEqual([404, 'not_found']);
});

test('the server waits at most half a minute for a request', () => {
  const { headersTimeout, requestTimeout, timeout } = createHttpServer(app, { appUrl: 'http://localhost', log });
  expect([headersTimeout, requestTimeout, timeout]).toEqual([10_000, 30_000, 60_000]);
});

test('when callers take all connections, files are left for the database and for every push service that hangs', () => {
  const pushes = allServices([]).length * PUSH_PLACES.places;
  const database = Object.values(CONNECTIONS).reduce((sum, { max }) => sum + max, 0);
  const full = createHttpServer(app, { appUrl: 'http://localhost', log });
  limitConnections(full, 10_000, createTestLog().log);
  expect(10_000 - full.maxConnections).toBeGreaterThan(pushes + database + 50);
});
