import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { sqlOf } from '#fixtures/sql.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { callOnce } from './support/call-once.ts';
import { reportCount } from './support/report-count.ts';

const OPEN_FILES = 200;
const CALLERS = 400;
const AUTH_SECRET = randomBytes(32).toString('base64url');

let app: App;
let ada: Member;
let grace: Member;
const sql = sqlOf(() => app);

beforeAll(async () => {
  app = await App.make({ AUTH_SECRET });
  app.openFileLimit = OPEN_FILES;
  await app.start();
  [ada, grace] = (await insertMembers(sql, app.url, AUTH_SECRET, 2)) as [Member, Member];
  await connectAll(sql, [ada, grace]);
});
afterAll(() => app.close());

test('more callers than open files: connected callers are served, the others disconnected, and every log line is JSON', async () => {
  const [writer, reader] = [await ada.listen(), await grace.listen()];
  const callers = await Promise.all(Array.from({ length: CALLERS }, call));
  const isGone = (caller: Socket) => caller.destroyed;
  await vi.waitFor(() => expect(callers.filter(isGone).length).toBeGreaterThan(CALLERS - OPEN_FILES), 10_000);

  let chatted = 0;
  for (; chatted < 50; chatted++) {
    writer.send({ type: 'send', id: randomUUID(), receiver: grace.uid, content: 'Are you there?' });
    await Promise.all([writer.next('sent'), reader.next('message')]);
  }
  // A caller that is already connected gets an answer and a file.
  const [there] = callers.filter((caller) => !isGone(caller));
  for (const path of ['/api/health', '/']) {
    there!.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    const [answer] = await once(there!, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  }
  for (const line of app.log().trim().split('\n')) expect(() => JSON.parse(line), line).not.toThrow();
  expect(app.errors().filter((line) => !line.includes('There is no room for more connections'))).toEqual([]);
  expect(app.errors()).toHaveLength(1);

  for (const caller of callers) caller.destroy();
  await vi.waitFor(async () => expect((await callOnce(ada, 'GET', '/api/health')).kind).toBe('done'), 10_000);
  reportCount({ what: 'more callers than files', tries: chatted, faults: CALLERS, losses: 0 });
});

/** Opens a connection that sends nothing. */
async function call(): Promise<Socket> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}
