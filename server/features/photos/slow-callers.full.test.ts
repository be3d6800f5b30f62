import { once } from 'node:events';
import { get, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { nodeClock } from '#server/limits/node-clock.ts';
import { LONG_PATIENCE_MS } from '#tests/support/patience.ts';
import { sendPhoto } from '#tests/support/people/send-photo.ts';
import { somePhoto } from '#tests/support/people/some-photo.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { origin, signUp } = await startTestServer({ trustProxy: 1 });
/** Another network than that of the other callers. */
const ELSEWHERE = '127.0.0.9';

const [ada, grace] = [await signUp(), await signUp()];
await ada.connect(grace);

const pathOf = () => `/api/photos/${crypto.randomUUID()}?message=${crypto.randomUUID()}&to=${grace.uid}`;

const largest = somePhoto({ bytes: 9_990_000 });

/** Begins an upload from elsewhere and sends that many bytes of it. */
async function beginUpload(
  declared: number,
  sent: number,
  localAddress = ELSEWHERE,
  forwardedFor = localAddress,
): Promise<Socket> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    [
      `PUT ${pathOf()} HTTP/1.1`,
      `host: ${host}`,
      `origin: ${origin}`,
      `cookie: ${ada.cookie}`,
      `x-forwarded-for: ${forwardedFor}`,
      'content-type: image/jpeg',
      `content-length: ${declared}`,
      '\r\n',
    ].join('\r\n'),
  );
  socket.write(largest.slice(0, sent));
  return socket;
}

async function uploadFromElsewhere(bytes?: number, localAddress = ELSEWHERE): Promise<number> {
  const photo = somePhoto(bytes ? { bytes } : {});
  const headers = { origin, cookie: ada.cookie, 'content-type': 'image/jpeg', 'content-length': photo.length };
  const call = request(origin + pathOf(), { method: 'PUT', headers, localAddress });
  call.end(photo);
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode!;
}

test('a hundred uploads that send nothing hold up nobody, also in their network', async () => {
  const sockets = await Promise.all(Array.from({ length: 100 }, () => beginUpload(1_000_000, 20)));
  expect(await uploadFromElsewhere()).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test('uploads that stop before their end hold up no photos of other networks, and their own for seconds', async () => {
  const sockets: Socket[] = [];
  // They stand for seconds only, which a busy machine may need for the next upload.
  await vi.waitFor(async () => {
    sockets.push(...(await Promise.all(Array.from({ length: 20 }, () => beginUpload(1_000_000, 990_000)))));
    expect(await uploadFromElsewhere(1_000_000)).toBe(429);
  });
  const { message } = await sendPhoto(ada, grace, { content: 'Meanwhile' });
  expect(message.photos).toHaveLength(1);
  await vi.waitFor(async () => expect(await uploadFromElsewhere(1_000_000)).toBe(200));
  for (const socket of sockets) socket.destroy();
}, 60_000);

/** Stops the clock by which places give way: on a busy machine ten seconds are soon over. */
function stopClock() {
  // Whole milliseconds, because a fraction and ten seconds may add up to less.
  const at = Math.ceil(nodeClock.now());
  const clock = vi.spyOn(nodeClock, 'now').mockReturnValue(at);
  onTestFinished(() => clock.mockRestore());
  return { forward: (ms: number) => clock.mockReturnValue(at + ms) };
}

test('one account that is slow in many networks leaves room for others', async () => {
  stopClock();
  const sockets: Socket[] = [];
  // One of them fills the account's room, and stands for seconds only.
  await vi.waitFor(
    async () => {
      for (const last of [10, 11, 12]) sockets.push(await beginUpload(9_990_000, 9_900_000, `127.0.0.${last}`));
      expect(await uploadFromElsewhere(1_000_000, '127.0.0.13')).toBe(429);
    },
    { timeout: LONG_PATIENCE_MS },
  );
  const { message } = await sendPhoto(grace, ada, { photo: somePhoto({ bytes: 1_000_000 }) });
  expect(message.photos).toHaveLength(1);
  for (const socket of sockets) socket.destroy();
}, 60_000);

test('the networks of one subscriber share their room, and the account there that holds most gives way', async () => {
  stopClock();
  const slow = await beginUpload(9_990_000, 9_900_000, ELSEWHERE, '2001:db8:1:1::1');
  const answer = once(slow, 'data');
  const path = `/api/photos/${crypto.randomUUID()}?message=${crypto.randomUUID()}&to=${ada.uid}`;
  const another = () =>
    grace.call('PUT', path, somePhoto({ bytes: 1_000_000 }), { 'x-forwarded-for': '2001:db8:1:2::1' });
  await vi.waitFor(async () => {
    expect((await another()).status).toBe(200);
    expect(slow.bytesRead).toBeGreaterThan(0);
  });
  expect(String((await answer)[0])).toMatch(/^HTTP\/1.1 429 /);
  slow.destroy();
});

test('readers that take nothing hold up no others: a network and an account get a hundred at once, for ten seconds', async () => {
  const clock = stopClock();
  const { id } = await sendPhoto(ada, grace, { photo: somePhoto({ bytes: 9_900_000 }) });
  const read = async (reader: Member, localAddress: string) => {
    const call = get(`${origin}/api/photos/${id}`, { headers: { cookie: reader.cookie }, localAddress, agent: false });
    call.on('error', () => {});
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    answer.on('error', () => {});
    return answer;
  };
  const slow: IncomingMessage[] = [];
  for (let n = 0; n < 100; n++) slow.push(await read(grace, ELSEWHERE));
  expect(slow.map(({ statusCode }) => statusCode)).toEqual(slow.map(() => 200));
  expect((await read(grace, ELSEWHERE)).statusCode).toBe(429);
  expect((await read(grace, '127.0.0.1')).statusCode).toBe(429);
  const other = await read(ada, '127.0.0.1');
  expect(other.statusCode).toBe(200);
  let bytes = 0;
  for await (const chunk of other) bytes += (chunk as Buffer).length;
  expect(bytes).toBe(Number(other.headers['content-length']));
  clock.forward(10_000);
  const [first, ...rest] = slow;
  const ended = new Promise((done) => first!.once('close', done));
  expect((await read(grace, ELSEWHERE)).statusCode).toBe(200);
  first!.resume();
  await ended;
  for (const answer of rest) answer.destroy();
  await vi.waitFor(
    async () => {
      const again = await read(ada, ELSEWHERE);
      again.destroy();
      expect(again.statusCode).toBe(200);
    },
    { timeout: 10_000 },
  );
}, 60_000);
