import { expect, test } from 'vitest';
import { broadcastRefetch } from './broadcast-refetch.ts';
import { type PersonSocket, SocketRegistry, textFrame } from './socket-registry.ts';

test('every socket is asked once to fetch again, spread evenly over at most four seconds', async () => {
  const registry = new SocketRegistry();
  const sentAt: number[] = [];
  const start = performance.now();
  for (let n = 0; n < 600; n++) {
    const send = (frame: Buffer) => {
      expect(frame).toEqual(textFrame('{"type":"refetch"}'));
      sentAt.push(performance.now() - start);
    };
    // Two sockets for each person.
    registry.add({ uid: `${n >> 1}`, sessionId: `${n}`, send, close() {} } satisfies PersonSocket);
  }
  const done = broadcastRefetch(registry);
  expect(sentAt).toHaveLength(10);
  await done;
  expect(sentAt).toHaveLength(600);
  expect(sentAt.at(-1)).toBeLessThan(4_000);
  expect(sentAt[300]).toBeGreaterThan(1_000);
});
