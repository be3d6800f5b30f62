import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  LIVE_FRAME_MAX_BYTES,
  LIVE_FRAMES_PER_SECOND,
  LIVE_SOCKETS_PER_PERSON,
  MADE_ROOM_CLOSE_CODE,
  TOO_MANY_FRAMES_CLOSE_CODE,
} from '#contract/sizes.ts';
import type { Member } from '#fixtures/client.ts';
import type { LiveClient } from '#fixtures/live-client.ts';
import { LiveSocket } from '#server/live/live-socket.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { RawConnection } from '#tests/support/wire/raw-connection.ts';
import {
  closeCodeOf,
  frame,
  nextFrame,
  OPCODES,
  opening,
  openRawLiveConnection,
} from '#tests/support/wire/raw-live-connection.ts';

const { text, binary, continuation, close, ping, pong } = OPCODES;
const { origin, visitor, signUp, insertMembers } = await startTestServer({ rateLimits: true });

let mallory: Member;
const [ada, grace] = [await signUp(), await signUp()];
await ada.connect(grace);
const [adas, graces] = [await ada.listen(), await grace.listen()];
// A new person for each test, because the frames of one test would count towards the limit of the next.
beforeEach(async () => {
  [mallory] = (await insertMembers(1)) as [Member];
});

// After everything that Mallory sends, Ada and Grace still chat over their open connections.
afterEach(() => chat());

async function chat(): Promise<void> {
  const id = crypto.randomUUID();
  adas.send({ type: 'send', id, receiver: grace.uid, content: 'Still there?' });
  expect((await adas.next('sent')).id).toBe(id);
  for (;;) if ((await graces.next('message')).message.id === id) return;
}

const many = (count: number, bytes: Buffer) => Buffer.concat(Array<Buffer>(count).fill(bytes));
const hello = JSON.stringify({ type: 'hello' });

describe('only the sender’s live connection is closed for', () => {
  test.each<[string, Buffer, number]>([
    ['a frame that is too large', frame(text, 'x'.repeat(LIVE_FRAME_MAX_BYTES + 1)), 1009],
    ['a frame that says it has a terabyte', frame(text, '', { claims: 2n ** 40n }), 1009],
    [
      'pieces that are too large together',
      Buffer.concat([frame(text, 'x'.repeat(LIVE_FRAME_MAX_BYTES), { fin: false }), frame(continuation, 'x')]),
      1009,
    ],
    [
      'a frame in 100,000 pieces',
      Buffer.concat([frame(text, '"', { fin: false }), many(100_000, frame(continuation, 'x', { fin: false }))]),
      1008,
    ],
    [
      'a frame in 100,000 pieces of nothing',
      Buffer.concat([frame(text, '', { fin: false }), many(100_000, frame(continuation, '', { fin: false }))]),
      1008,
    ],
    ['invalid UTF-8', frame(text, Buffer.from([0x22, 0xc3, 0x28, 0x22])), 1007],
    ['a piece of nothing', frame(continuation, 'x'), 1002],
    ['a compressed frame', frame(text, 'x', { reserved: 4 }), 1002],
    ['a frame without a mask', frame(text, hello, { masked: false }), 1002],
    ['bytes', frame(binary, hello), 1003],
    ['1,000 frames in a second', many(1_000, frame(text, hello)), TOO_MANY_FRAMES_CLOSE_CODE],
    [
      '40 frames as long as can be in a second',
      many(40, frame(text, '['.repeat(LIVE_FRAME_MAX_BYTES))),
      TOO_MANY_FRAMES_CLOSE_CODE,
    ],
    ['1,000 pongs in a second', many(1_000, frame(pong)), TOO_MANY_FRAMES_CLOSE_CODE],
  ])('%s', async (_, bytes, code) => {
    const { wire } = await openRawLiveConnection(mallory);
    await wire.write(bytes);
    expect(await closeCodeOf(wire)).toBe(code);
    wire.socket.destroy();
  });

  test('endless pings: they are answered until there are too many', async () => {
    const { wire } = await openRawLiveConnection(mallory);
    await wire.write(frame(ping, 'there?'));
    expect(await wire.bytes(8)).toEqual(frame(pong, 'there?', { masked: false }));
    // Also when a second of the limit begins in between.
    await wire.write(many(2 * LIVE_FRAMES_PER_SECOND, frame(ping, 'there?')));
    expect(await closeCodeOf(wire)).toBe(TOO_MANY_FRAMES_CLOSE_CODE);
    wire.socket.destroy();
  });

  test('endless pings whose answers are not read', async () => {
    const { wire } = await openRawLiveConnection(mallory);
    wire.socket.pause();
    await wire.write(many(100_000, frame(ping, 'x'.repeat(125))));
    wire.socket.resume();
    expect(await closeCodeOf(wire)).toBe(TOO_MANY_FRAMES_CLOSE_CODE);
    wire.socket.destroy();
  });

  test('a frame that arrives byte by byte', async () => {
    const { wire } = await openRawLiveConnection(mallory);
    wire.socket.setNoDelay();
    let isClosed = false;
    const code = closeCodeOf(wire).finally(() => {
      isClosed = true;
    });
    for (const byte of frame(text, 'x'.repeat(LIVE_FRAME_MAX_BYTES))) {
      if (isClosed) break;
      await wire.write(Buffer.of(byte));
      // Waits until the server has read the byte, so that each byte is a piece of its own.
      await new Promise(setImmediate);
    }
    expect(await code).toBe(1008);
    wire.socket.destroy();
  });
});

test('a person may send frames up to the limit of a second, and all are answered', async () => {
  const tab = await mallory.listen();
  for (let n = 0; n < LIVE_FRAMES_PER_SECOND - 10; n++) tab.send(hello);
  await tab.next('rejected');
  expect(await tab.everything()).toHaveLength(LIVE_FRAMES_PER_SECOND - 11);
  tab.terminate();
});

test('frames after the close for too many frames are ignored', async () => {
  await mallory.connect(ada);
  const { wire } = await openRawLiveConnection(mallory);
  await wire.write(many(1_000, frame(text, hello)));
  expect(await closeCodeOf(wire)).toBe(TOO_MANY_FRAMES_CLOSE_CODE);
  const message = { type: 'send', id: crypto.randomUUID(), receiver: ada.uid, content: 'One more thing' };
  await wire.write(frame(text, JSON.stringify(message)));
  await wire.write(frame(close, Buffer.from([0x03, 0xf0])));
  expect(await wire.readToEnd()).toBe('');
  const { body } = await mallory.get(`/api/messages?with=${ada.uid}`);
  expect(body.messages.map(({ id }: { id: string }) => id)).not.toContain(message.id);
  wire.socket.destroy();
});

test('the server refuses compression', async () => {
  const { wire, head } = await openRawLiveConnection(mallory, 'sec-websocket-extensions: permessage-deflate\r\n');
  expect(head).not.toMatch(/permessage-deflate/i);
  wire.socket.destroy();
});

test.each([1, 100])('a frame in pieces, %i between the first and the last, with pings, is accepted', async (pieces) => {
  const { wire } = await openRawLiveConnection(mallory);
  const piece = Buffer.concat([frame(continuation, ' ', { fin: false }), frame(ping, 'there?')]);
  await wire.write(
    Buffer.concat([frame(text, '{"id":"7"', { fin: false }), many(pieces, piece), frame(continuation, '}')]),
  );
  for (let n = 0; n < pieces; n++) expect(await nextFrame(wire)).toMatchObject({ opcode: pong });
  expect(String((await nextFrame(wire))?.payload)).toContain('"type":"rejected","id":"7"');
  wire.socket.destroy();
});

test('a peer that answers a heartbeat stays, one that repeats something else is disconnected', async () => {
  const registered: LiveSocket[] = [];
  const { register } = LiveSocket.prototype;
  LiveSocket.prototype.register = function (...given) {
    registered.push(this);
    register.apply(this, given);
  };
  const { wire } = await openRawLiveConnection(mallory);
  LiveSocket.prototype.register = register;
  const [socket] = registered as [LiveSocket];
  socket.checkAlive();
  const heard = (await nextFrame(wire))!;
  expect(heard.opcode).toBe(ping);
  for (const answer of [heard.payload, 'something else']) {
    await wire.write(Buffer.concat([frame(pong, answer), frame(ping)]));
    expect(await nextFrame(wire)).toMatchObject({ opcode: pong });
    socket.checkAlive();
    if (answer === heard.payload) expect(await nextFrame(wire)).toMatchObject({ opcode: ping });
  }
  expect(await closeCodeOf(wire)).toBe(1006);
});

test.each([
  ['because there is no session', 401, () => opening(visitor)],
  ['because of its Origin', 403, () => opening(mallory).replace(`origin: ${origin}`, 'origin: https://evil.example')],
  ['because it is at another address', 404, () => opening(mallory).replace('/api/live', '/api/lives')],
  ['because its key is invalid', 400, () => opening(mallory).replace(/key: .*\r/, 'key: x\r')],
])(
  'a live connection that is refused %s is answered with the reason (%i) and closed, also when the client keeps it open',
  async (_, status, bytes) => {
    const wire = await RawConnection.open(origin);
    await wire.write(bytes());
    expect(await wire.readToEnd()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    // The server has closed its side, so writes end the connection.
    const gone = new Promise((resolve) => wire.socket.once('close', resolve));
    wire.socket.write('x');
    wire.socket.write('x');
    await gone;
  },
);

/** Opens live connections of Mallory, one after the other. */
async function open(count: number): Promise<LiveClient[]> {
  const tabs: LiveClient[] = [];
  for (let n = 0; n < count; n++) tabs.push(await mallory.listen());
  return tabs;
}

test('one tab too many closes the oldest with a code of its own; the others stay open', async () => {
  const [oldest, ...others] = await open(LIVE_SOCKETS_PER_PERSON + 1);
  expect((await oldest!.closed).code).toBe(MADE_ROOM_CLOSE_CODE);
  await mallory.choose('Yellow');
  for (const tab of others) expect(await tab.next('mood')).toMatchObject({ mood: 'Yellow' });
  for (const tab of others) tab.terminate();
});

test('the oldest tab is closed without waiting for its answer', async () => {
  const { wire } = await openRawLiveConnection(mallory);
  const others = await open(LIVE_SOCKETS_PER_PERSON);
  expect(await closeCodeOf(wire)).toBe(MADE_ROOM_CLOSE_CODE);
  expect(await wire.readToEnd()).toBe('');
  for (const tab of others) tab.terminate();
});

test('the frames of all tabs of a person are counted together, and other people do not wait for them', async () => {
  const tabs = await open(LIVE_SOCKETS_PER_PERSON);
  const closed: number[] = [];
  for (const tab of tabs) void tab.closed.then(({ code }) => closed.push(code));
  for (const tab of tabs)
    for (let n = 0; n < LIVE_FRAMES_PER_SECOND - 10; n++) tab.send({ type: 'read', sender: ada.uid });
  await chat();
  expect((await ada.circle()).status).toBe(200);
  // The limit allows 500 of the 24,500 frames: hardly more than one tab's.
  await expect.poll(() => closed.length).toBeGreaterThan(LIVE_SOCKETS_PER_PERSON - 10);
  expect(new Set(closed)).toEqual(new Set([TOO_MANY_FRAMES_CLOSE_CODE]));
  for (const tab of tabs) tab.terminate();
});
