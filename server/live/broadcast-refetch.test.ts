import { expect, test } from 'vitest';
import { refetchAll } from './broadcast-refetch.ts';
import { type Listener, Listeners } from './socket-registry.ts';
import { textFrame } from './text-frame.ts';

test('everybody is told to fetch again, once, the first at once and the last within four seconds, spread evenly', async () => {
  const listeners = new Listeners();
  const toldAt: number[] = [];
  const start = performance.now();
  for (let n = 0; n < 600; n++) {
    const send = (frame: Buffer) => {
      expect(frame).toEqual(textFrame('{"type":"refetch"}'));
      toldAt.push(performance.now() - start);
    };
    // Every person has two tabs.
    listeners.add({ uid: `${n >> 1}`, sessionId: `${n}`, send, close() {} } satisfies Listener);
  }
  const telling = refetchAll(listeners);
  expect(toldAt).toHaveLength(10);
  await telling;
  expect(toldAt).toHaveLength(600);
  expect(toldAt.at(-1)).toBeLessThan(4_000);
  expect(toldAt[300]).toBeGreaterThan(1_000);
});
