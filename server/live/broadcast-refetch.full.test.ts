import { expect, test } from 'vitest';
import { createRefetchBroadcast } from './broadcast-refetch.ts';
import { type PersonSocket, SocketRegistry, textFrame } from './socket-registry.ts';

function socketOf(uid: string, send: PersonSocket['send']): PersonSocket {
  return { uid, sessionId: crypto.randomUUID(), networkHash: 0, send, close() {} };
}

test('every socket is asked once to fetch again, spread evenly over at most four seconds', async () => {
  const registry = new SocketRegistry();
  const broadcastRefetch = createRefetchBroadcast(registry);
  await broadcastRefetch();
  const sentAt: number[] = [];
  // biome-ignore lint/plugin: see below
  const start = performance.now();
  for (let n = 0; n < 600; n++) {
    // Two sockets for each person.
    const socket = socketOf(`${n >> 1}`, (frame) => {
      expect(frame).toEqual(textFrame('{"type":"refetch"}'));
      // biome-ignore lint/plugin: this tests how the frames are spread over time
      sentAt.push(performance.now() - start);
    });
    registry.add(socket);
  }
  const done = broadcastRefetch();
  expect(sentAt).toHaveLength(10);
  await done;
  expect(sentAt).toHaveLength(600);
  expect(sentAt.at(-1)).toBeLessThan(4_000);
  expect(sentAt[300]).toBeGreaterThan(1_000);
});
