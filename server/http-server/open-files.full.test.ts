import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { App } from '#tests/support/servers/app-process.ts';

const OPEN_FILES = 200;
const CALLERS = 400;

test('more callers than open files: connected callers are served, the others disconnected, and every log line is JSON', async () => {
  const app = await App.make();
  app.openFileLimit = OPEN_FILES;
  await app.start();
  onTestFinished(() => app.close());
  const callers = await Promise.all(Array.from({ length: CALLERS }, () => call(app.url)));
  const isGone = (caller: Socket) => caller.destroyed;
  await vi.waitFor(() => expect(callers.filter(isGone).length).toBeGreaterThan(CALLERS - OPEN_FILES), 10_000);

  // A caller that is already connected gets an answer of the database and a file.
  const there = callers.find((caller) => !isGone(caller))!;
  for (const path of ['/api/health', '/']) {
    there.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    const [answer] = await once(there, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  }
  for (const line of app.log().trim().split('\n')) expect(() => JSON.parse(line), line).not.toThrow();
  expect(app.errors()).toEqual([expect.stringContaining('There is no room for more connections')]);

  for (const caller of callers) caller.destroy();
  await vi.waitFor(async () => expect((await fetch(`${app.url}/api/health`)).status).toBe(200), 10_000);
}, 60_000);

/** Opens a connection that sends nothing. */
async function call(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}
