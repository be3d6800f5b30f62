import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { MESSAGE_MAX_LENGTH } from '#contract/sizes.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { openRawLiveConnection } from '#tests/support/wire/raw-live-connection.ts';
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
