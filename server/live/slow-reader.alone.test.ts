import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { MESSAGE_MAX_LENGTH } from '#contract/sizes.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { frame, nextFrame, OPCODES, openRawLiveConnection } from '#tests/support/wire/raw-live-connection.ts';
import { LiveSocket } from './live-socket.ts';

const MIB = 1024 * 1024;
/** The system buffers some megabytes for a reader that does not read, before the server does. */
const MOST_BURSTS = 100;
const BURST = 20;

const { signUp } = await startTestServer();

const [ada, grace] = [await signUp(), await signUp()];
await ada.connect(grace);

test('a reader that stops reading is disconnected at one mebibyte, delays no one and leaves no memory in use', async () => {
  const [writer, otherTab] = [await grace.listen(), await ada.listen()];
  const { wire: stuck } = await openRawLiveConnection(ada);
  stuck.socket.pause();
  const cutOff = watchCutOffs();
  for (let burst = 0; burst < MOST_BURSTS && cutOff.unread.length === 0; burst++) {
    for (let n = 0; n < BURST; n++) {
      const content = 'x'.repeat(MESSAGE_MAX_LENGTH);
      writer.send({ type: 'send', id: crypto.randomUUID(), receiver: ada.uid, content });
    }
    for (let n = 0; n < BURST; n++) await Promise.all([writer.next('sent'), otherTab.next('message')]);
  }

  expect(cutOff.unread).toEqual([expect.any(Number)]);
  expect(cutOff.unread[0]).toBeGreaterThan(MIB);
  expect(cutOff.unread[0]).toBeLessThan(MIB + 2 * MESSAGE_MAX_LENGTH);

  await expect.poll(cutOff.isForgotten).toBe(true);
  stuck.socket.resume();
  await stuck.readToEnd();
  stuck.socket.destroy();
  writer.send({ type: 'send', id: crypto.randomUUID(), receiver: ada.uid, content: 'Still there?' });
  expect((await otherTab.next('message')).message.content).toBe('Still there?');
});

describe('a peer that reads nothing', () => {
  const many = (count: number, bytes: Buffer) => Buffer.concat(Array<Buffer>(count).fill(bytes));
  const there = frame(OPCODES.ping, 'x'.repeat(125));

  /** Opens a live connection of Ada that reads nothing, and fills what the system buffers for it. */
  async function openStuck() {
    const pinged = watchPings();
    const { wire } = await openRawLiveConnection(ada);
    wire.socket.pause();
    while ((pinged.socket?.bufferedAmount ?? 0) === 0) {
      const before = pinged.count;
      await wire.write(many(5_000, there));
      await expect.poll(() => pinged.count).toBe(before + 5_000);
    }
    return { wire, pinged, socket: pinged.socket! };
  }

  test('pings without end: few answers wait for it, and it is answered again once it reads', async () => {
    const { wire, pinged, socket } = await openStuck();
    const before = pinged.count;
    await wire.write(many(100_000, frame(OPCODES.ping)));
    await expect.poll(() => pinged.count).toBe(before + 100_000);
    expect(socket.bufferedAmount).toBeLessThan(2_000);

    wire.socket.resume();
    await expect.poll(() => socket.bufferedAmount).toBe(0);
    await wire.write(frame(OPCODES.ping, 'there?'));
    let heard = await nextFrame(wire);
    while (heard && String(heard.payload) !== 'there?') heard = await nextFrame(wire);
    expect(heard).toMatchObject({ opcode: OPCODES.pong });
    wire.socket.destroy();
  });

  test('sends invalid frames without end: it is disconnected before many refusals wait for it', async () => {
    const cutOff = watchCutOffs();
    const { wire } = await openStuck();
    await wire.write(many(10_000, frame(OPCODES.text, '{}')));
    await expect.poll(() => cutOff.unread).toEqual([expect.any(Number)]);
    expect(cutOff.unread[0]).toBeLessThan(64 * 1024);
    wire.socket.destroy();
  });

  test('is disconnected at the second ping, also when it sends pongs', async () => {
    const { wire, pinged, socket } = await openStuck();
    const cutOff = watchCutOffs();
    socket.checkAlive();
    await wire.write(Buffer.concat([frame(OPCODES.pong), frame(OPCODES.pong, '1'), there]));
    await expect.poll(() => pinged.count % 5_000).toBe(1);
    expect(cutOff.unread).toEqual([]);
    socket.checkAlive();
    expect(cutOff.unread).toEqual([expect.any(Number)]);
    wire.socket.destroy();
  });
});

test('a refusal does not disconnect a peer that reads and gets long frames at that moment', async () => {
  const [pinged, cutOff] = [watchPings(), watchCutOffs()];
  const { wire } = await openRawLiveConnection(ada);
  await wire.write(frame(OPCODES.ping));
  await expect.poll(() => pinged.count).toBe(1);
  pinged.socket!.send(Buffer.alloc(64 * 1024));
  pinged.socket!.emit('message', Buffer.from('{}'), false);
  expect(cutOff.unread).toEqual([]);
  wire.socket.destroy();
});

/** Counts the pings that the server has handled, and remembers the socket of the last one. */
function watchPings() {
  const pinged: { count: number; socket?: LiveSocket } = { count: 0 };
  const { emit } = LiveSocket.prototype;
  LiveSocket.prototype.emit = function (event, ...given) {
    const result = emit.call(this, event, ...given);
    if (event === 'ping') Object.assign(pinged, { count: pinged.count + 1, socket: this });
    return result;
  };
  return pinged;
}

/** The unread bytes of each socket that the server closed, and whether all of them are gone from memory. */
function watchCutOffs() {
  const unread: number[] = [];
  const cutOff: WeakRef<LiveSocket>[] = [];
  const terminate = LiveSocket.prototype.terminate;
  LiveSocket.prototype.terminate = function () {
    unread.push(this.bufferedAmount);
    cutOff.push(new WeakRef(this));
    terminate.call(this);
  };
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  return {
    unread,
    isForgotten() {
      collectGarbage();
      return cutOff.every((socket) => socket.deref() === undefined);
    },
  };
}
