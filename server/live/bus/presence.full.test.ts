import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NodeMessage } from './node-message.ts';
import { Presence } from './presence.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A presence with one other node, whose messages the test writes. */
async function withSilentNode() {
  const sent: NodeMessage[] = [];
  const refetched: string[] = [];
  const presence = new Presence({
    send: (message) => void sent.push(message),
    refetch: (uids) => void refetched.push(...uids),
    onGap() {},
  });
  presence.join('mine');
  presence.complete(['other']);
  const hear = (message: NodeMessage) => presence.receive('other', 'theirs', message);
  hear({ type: 'ack', to: 'mine', n: 0 });
  sent.length = 0;
  return { presence, sent, refetched, hear };
}

async function isSettled(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), setImmediate(false)]);
}

test('a node that does not answer delays a socket for a second at most, later ones not at all, and causes a refetch', async () => {
  const { presence, refetched, hear } = await withSilentNode();
  const first = presence.arrive('ada');
  expect(await isSettled(first)).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(await isSettled(first)).toBe(true);
  expect(await isSettled(presence.arrive('grace'))).toBe(true);
  await setImmediate();
  expect(refetched).toEqual([]);
  hear({ type: 'ack', to: 'mine', n: 2 });
  expect(refetched).toEqual(['ada', 'grace']);
  // It answers again, so sockets wait for it again.
  const next = presence.arrive('alan');
  await setImmediate();
  expect(await isSettled(next)).toBe(false);
  hear({ type: 'ack', to: 'mine', n: 3 });
  expect(await isSettled(next)).toBe(true);
  expect(refetched).toEqual(['ada', 'grace']);
  // When it is gone, nobody waits for it.
  presence.remove('other');
  expect(await isSettled(presence.arrive('mei'))).toBe(true);
});

test('5,000 people arrive in one tick in a few messages, and are acknowledged by one', async () => {
  const { presence, sent, hear } = await withSilentNode();
  const arrivals = Array.from({ length: 5_000 }, (_, n) => presence.arrive(`person ${n}`));
  await setImmediate();
  expect(sent.length).toBeLessThan(40);
  hear({ type: 'ack', to: 'mine', n: sent.length });
  await Promise.all(arrivals);
});

test('a person who opens and closes sockets all the time is announced once', async () => {
  const { presence, sent } = await withSilentNode();
  for (let n = 0; n < 100; n++) {
    void presence.arrive('ada');
    presence.leave('ada');
    vi.advanceTimersByTime(500);
    await setImmediate();
  }
  expect(sent).toEqual([{ type: 'change', n: 1, went: [], came: ['ada'] }]);
});
