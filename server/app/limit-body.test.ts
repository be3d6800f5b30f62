import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ApiEnvironment } from '#server/http/api.ts';
import { errorResponse } from '#server/http/error-response.ts';
import { createHttpServer } from '#server/http-server/create-http-server.ts';
import { nodeClock } from '#server/limits/node-clock.ts';
import { listen } from '#tests/support/servers/listen.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { RawConnection } from '#tests/support/wire/raw-connection.ts';
import { askRaw } from '#tests/support/wire/raw-request.ts';
import { limitBody } from './limit-body.ts';

const LARGE = 'x'.repeat(128 * 1024);
/** As many as one network may have at once. */
const SLOW = 32;

async function start() {
  const { log } = createTestLog();
  const app = new Hono<ApiEnvironment>();
  let calls = 0;
  app.onError((error) => errorResponse(error, log));
  app.use((c, next) => {
    calls += 1;
    c.set('address', c.req.header('x-network') ?? '192.0.2.1');
    return next();
  });
  app.use(limitBody());
  app.all('*', async (c) => c.text(`${(await c.req.text()).length}`));
  const server = createHttpServer(app, { appUrl: 'http://localhost', log });
  const { port, close } = await listen(server);
  const origin = `http://127.0.0.1:${port}`;
  const slow: RawConnection[] = [];
  onTestFinished(async () => {
    for (const wire of slow) wire.socket.destroy();
    await close();
  });
  const now = vi.spyOn(nodeClock, 'now').mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  const send = (body: string, network?: string, path = '/') =>
    fetch(origin + path, { method: 'PUT', body, headers: network ? { 'x-network': network } : {} });
  return {
    origin,
    slow,
    setClock: (ms: number) => now.mockReturnValue(ms),
    send,
    status: async (...call: Parameters<typeof send>) => (await send(...call)).status,
    /** Begins calls of which one byte comes. */
    async beginSlow(head: string): Promise<void> {
      for (let n = 0; n < SLOW; n++) {
        const wire = await RawConnection.open(origin);
        await wire.write(`PUT / HTTP/1.1\r\nhost: localhost\r\n${head}\r\n\r\n`);
        slow.push(wire);
      }
      await expect.poll(() => calls).toBe(SLOW);
    },
  };
}

test.each(['content-length: 131072', 'transfer-encoding: chunked'])(
  'large bodies of a network that do not come keep no others out, nor small ones: %s',
  async (head) => {
    const { beginSlow, send, status } = await start();
    await beginSlow(head);
    const refused = await send(LARGE);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3']);
    expect((await refused.json()).error.code).toBe('too_many');
    expect(await status(LARGE, '192.0.2.2')).toBe(200);
    expect(await status('{"mood":"Dark"}')).toBe(200);
    expect(await status(LARGE, undefined, '/api/users/018f/photo')).toBe(200);
  },
);

test('after seconds the first of them is disconnected for a newcomer', async () => {
  const { slow, setClock, beginSlow, status } = await start();
  await beginSlow('content-length: 131072');
  setClock(10_000);
  expect(await status(LARGE)).toBe(200);
  await slow[0]!.readToEnd();
  expect(slow.filter(({ socket }) => socket.destroyed || socket.readableEnded)).toEqual([slow[0]]);
});

test('one that has come whole makes room', async () => {
  const { slow, beginSlow, status } = await start();
  await beginSlow('content-length: 131072');
  await slow[9]!.write(LARGE);
  expect(String(await slow[9]!.bytes(12))).toBe('HTTP/1.1 200');
  expect(await status(LARGE)).toBe(200);
  expect(await status(`${LARGE}x`)).toBe(413);
});

test('a body of chunks is read whole; one of too many bytes or of too many tiny chunks is refused', async () => {
  const { origin } = await start();
  const askInChunks = async (chunk: string, count: number) => {
    const chunks = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(count);
    const head = 'PUT / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n';
    const { status, body } = await askRaw(origin, `${head}${chunks}0\r\n\r\n`);
    return [status, status === 200 ? body : JSON.parse(body).error.code];
  };
  expect(await askInChunks('x'.repeat(1_024), 128)).toEqual([200, `${128 * 1_024}`]);
  expect(await askInChunks('x'.repeat(1_024), 129)).toEqual([413, 'too_large']);
  expect(await askInChunks('x', 1_024)).toEqual([200, '1024']);
  expect(await askInChunks('x', 1_025)).toEqual([413, 'too_large']);
});
