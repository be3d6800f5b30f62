import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PresenceModel, type Step } from '#tests/support/live/presence-model.ts';
import type { NodeMessage } from './node-message.ts';
import { Presence } from './presence.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** Longer than an acknowledgement may take, and than a person stays announced after the last socket. */
const LONG_MS = 10_000;

/** Runs what is under way, in any order, until nothing is left. */
async function settle(model: PresenceModel): Promise<void> {
  for (let rounds = 0; rounds < 5; rounds++) {
    for (let steps = model.pending; steps.length > 0; steps = model.pending) {
      steps[0]![1]();
      await setImmediate();
    }
    // Nobody has to wait for a node that is gone or silent.
    vi.advanceTimersByTime(LONG_MS);
    await setImmediate();
  }
}

/** Runs these steps and all that follow from them, in the chosen order. */
async function runInOrder(model: PresenceModel, starts: Step[], choose: (count: number) => number): Promise<void> {
  for (let steps = [...starts, ...model.pending]; steps.length > 0; steps = [...starts, ...model.pending]) {
    const place = choose(steps.length);
    steps[place]![1]();
    if (place < starts.length) starts.splice(place, 1);
    await setImmediate();
  }
}

/** Runs a test for every order in which its choices can be made. @returns how many there are */
async function inEveryOrder(run: (choose: (count: number) => number) => Promise<void>): Promise<number> {
  let path: { choice: number; count: number }[] = [];
  for (let orders = 1; ; orders++) {
    let depth = 0;
    await run((count) => {
      path[depth] ??= { choice: 0, count };
      return path[depth++]!.choice;
    });
    while (path.length > 0 && path.at(-1)!.choice + 1 >= path.at(-1)!.count) path = path.slice(0, -1);
    if (path.length === 0) return orders;
    path.at(-1)!.choice += 1;
  }
}

test('a person arrives at each step of an event on another node: it is received or fetched, in every order', async () => {
  const kept = new Set<number>();
  const orders = await inEveryOrder(async (choose) => {
    const model = new PresenceModel(2);
    await settle(model);
    const [one, other] = model.nodes;
    const starts: Step[] = [
      ['commit', () => one!.commit('ada')],
      ['arrive', () => other!.arrive('ada')],
    ];
    await runInOrder(model, starts, choose);
    expect(other!.sockets[0]!.isOpen).toBe(true);
    expect(model.losses).toEqual([]);
    kept.add(model.sent);
    model.close();
  });
  expect(orders).toBeGreaterThan(20);
  // In some orders the event went over the bus, in others it did not have to.
  expect(kept).toEqual(new Set([0, 1]));
});

test('a socket closes and another opens at each step of an event: it is received or fetched, in every order', async () => {
  const orders = await inEveryOrder(async (choose) => {
    const model = new PresenceModel(2);
    const [one, other] = model.nodes;
    other!.arrive('ada');
    await settle(model);
    other!.leave(other!.sockets[0]!);
    // Announced as idle for some time, then as gone.
    vi.advanceTimersByTime(4_000);
    const starts: Step[] = [
      ['commit', () => one!.commit('ada')],
      ['time', () => void vi.advanceTimersByTime(4_000)],
      ['arrive', () => other!.arrive('ada')],
    ];
    await runInOrder(model, starts, choose);
    await settle(model);
    expect(model.losses).toEqual([]);
    model.close();
  });
  expect(orders).toBeGreaterThan(50);
});

test.each([
  ['the person arrives on another node', 'grace', false],
  ['the person is on the node that is cut off', 'ada', true],
])(
  'a node is cut off from the bus at each step of an event, and %s: it is received or fetched',
  async (_, uid, isBack) => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (dice) => {
        const model = new PresenceModel(2);
        const [one, other] = model.nodes;
        one!.arrive('ada');
        await settle(model);
        const writer = isBack ? other! : one!;
        const starts: Step[] = [
          ['lose', () => one!.lose()],
          ['arrive', () => other!.arrive('grace')],
          ['commit', () => writer.commit(uid)],
          ['commit', () => writer.commit(uid)],
          ['time', () => void vi.advanceTimersByTime(1_000)],
        ];
        await runInOrder(model, starts, (count) => dice.next().value % count);
        await settle(model);
        expect(model.losses).toEqual([]);
        model.close();
      }),
      { numRuns: 2_000 },
    );
  },
);

test('three nodes, sockets, events and gaps of the bus in random order: no open socket misses an event', async () => {
  const people = ['ada', 'grace', 'alan'];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(undefined, 1),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 20, maxLength: 120 }),
      async (mostPeople, choices) => {
        const model = new PresenceModel(3, mostPeople);
        for (const [what, which, who] of choices) {
          const node = model.nodes[which % 3]!;
          const uid = people[who % 3]!;
          const { pending } = model;
          const dice = what % 20;
          if (dice < 2) node.arrive(uid);
          else if (dice < 4) node.commit(uid);
          else if (dice < 5 && node.sockets[0]) node.leave(node.sockets[0]);
          else if (dice < 6) vi.advanceTimersByTime(which % 2 ? 4_000 : 1_000);
          else if (dice < 7 && node.isOnBus && who % 3 === 0) node.lose();
          else if (pending.length > 0) pending[which % pending.length]![1]();
          await setImmediate();
        }
        await settle(model);
        expect(model.losses).toEqual([]);
        expect(model.nodes.flatMap(({ sockets }) => sockets).every(({ isOpen }) => isOpen)).toBe(true);
        model.close();
      },
    ),
    { numRuns: 500 },
  );
});

test('events stay on the node when nobody elsewhere waits for them, also after the last socket there has closed', async () => {
  const model = new PresenceModel(3);
  const [one, other] = model.nodes;
  one!.arrive('ada');
  other!.arrive('grace');
  await settle(model);
  expect(one!.presence.interested(['ada', 'grace', 'alan'])).toEqual(['grace']);
  expect(other!.presence.interested(['ada', 'grace'])).toEqual(['ada']);
  one!.commit('ada');
  other!.leave(other!.sockets[0]!);
  await settle(model);
  one!.commit('grace');
  await settle(model);
  expect(model.sent).toBe(0);
  expect(one!.presence.interested(['ada', 'grace'])).toEqual([]);
  model.close();
});

/** A presence with one other node, whose messages the test writes. */
async function withSilentNode() {
  const sent: NodeMessage[] = [];
  const refetched: string[] = [];
  const onGap = vi.fn();
  const presence = new Presence({
    send: (message) => void sent.push(message),
    refetch: (uids) => void refetched.push(...uids),
    onGap,
  });
  presence.join('mine');
  presence.complete(['other']);
  const hear = (message: NodeMessage) => presence.receive('other', 'theirs', message);
  hear({ type: 'ack', to: 'mine', n: 0 });
  return { presence, sent, refetched, onGap, hear };
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
});

test('when a silent node is gone, those who did not wait for it get a refetch, and nobody waits for it', async () => {
  const { presence, refetched } = await withSilentNode();
  const first = presence.arrive('ada');
  vi.advanceTimersByTime(1_000);
  await first;
  presence.remove('other');
  expect(refetched).toEqual(['ada']);
  expect(await isSettled(presence.arrive('grace'))).toBe(true);
  expect(presence.interested(['grace'])).toEqual([]);
});

test('when hundreds did not wait for a silent node, they fetch again as after a gap, spread over time', async () => {
  const { presence, refetched, onGap, hear } = await withSilentNode();
  const arrivals = Array.from({ length: 300 }, (_, n) => presence.arrive(`person ${n}`));
  vi.advanceTimersByTime(1_000);
  await Promise.all(arrivals);
  hear({ type: 'ack', to: 'mine', n: 2 });
  expect(onGap).toHaveBeenCalledTimes(1);
  expect(refetched).toEqual([]);
});

test('a node that is alone announces nobody, and a node that joins it gets the list', async () => {
  const { presence, sent } = await withSilentNode();
  presence.remove('other');
  sent.length = 0;
  await presence.arrive('ada');
  await setImmediate();
  expect(sent).toEqual([]);
  presence.receive('new', 'newcomer', { type: 'join' });
  expect(sent).toEqual([{ type: 'list', to: 'newcomer', n: 1, people: ['ada'], isFirst: true, isLast: true }]);
});

test('before all nodes are known, a node sends every event and opens no socket', async () => {
  const { presence, hear } = await withSilentNode();
  hear({ type: 'list', n: 0, people: [], isFirst: true, isLast: true });
  presence.arrive('ada');
  await setImmediate();
  presence.join('mine again');
  hear({ type: 'ack', to: 'mine again', n: 0 });
  hear({ type: 'list', n: 0, people: [], isFirst: true, isLast: true });
  const arrival = presence.arrive('ada');
  expect(presence.interested(['grace'])).toEqual(['grace']);
  expect(await isSettled(arrival)).toBe(false);
  presence.complete();
  expect(presence.interested(['grace'])).toEqual([]);
  // The list of the new connection had the person.
  expect(await isSettled(arrival)).toBe(true);
});

test('while the bus is away a node keeps every event, and sockets open at once', async () => {
  const { presence } = await withSilentNode();
  const waiting = presence.arrive('ada');
  presence.disconnect();
  expect(await isSettled(waiting)).toBe(true);
  expect(await isSettled(presence.arrive('grace'))).toBe(true);
  expect(presence.interested(['alan'])).toEqual(['alan']);
});

test('more people than a node remembers: it sends every event to that node, and remembers none of its people', async () => {
  const model = new PresenceModel(2, 10);
  const [one, other] = model.nodes;
  for (let n = 0; n < 10; n++) other!.arrive(`person ${n}`);
  await settle(model);
  expect(one!.presence.interested(['ada'])).toEqual([]);
  other!.arrive('one more');
  await settle(model);
  expect(one!.presence.interested(['ada'])).toEqual(['ada']);
  model.close();
});

test('5,000 people arrive in one tick in a few messages, and are acknowledged by one', async () => {
  const { presence, sent, hear } = await withSilentNode();
  sent.length = 0;
  const arrivals = Array.from({ length: 5_000 }, (_, n) => presence.arrive(`person ${n}`));
  await setImmediate();
  expect(sent.length).toBeLessThan(40);
  hear({ type: 'ack', to: 'mine', n: sent.length });
  await Promise.all(arrivals);
});

test('a person who opens and closes sockets all the time is announced once', async () => {
  const { presence, sent } = await withSilentNode();
  sent.length = 0;
  for (let n = 0; n < 100; n++) {
    void presence.arrive('ada');
    presence.leave('ada');
    vi.advanceTimersByTime(500);
    await setImmediate();
  }
  expect(sent).toEqual([{ type: 'change', n: 1, went: [], came: ['ada'] }]);
});

test('a lost message is noticed: the node asks for the list, and gets every event until it has it', async () => {
  const { presence, sent, hear } = await withSilentNode();
  hear({ type: 'list', n: 3, people: ['ada'], isFirst: true, isLast: true });
  expect(presence.interested(['ada', 'grace'])).toEqual(['ada']);
  hear({ type: 'change', n: 5, went: [], came: ['alan'] });
  expect(presence.interested(['ada', 'grace'])).toEqual(['ada', 'grace']);
  expect(sent).toContainEqual({ type: 'ask', to: 'theirs' });
  hear({ type: 'list', to: 'mine', n: 5, people: ['ada', 'alan'], isFirst: true, isLast: true });
  expect(presence.interested(['grace', 'alan'])).toEqual(['alan']);
  sent.length = 0;
  hear({ type: 'beat', n: 6, heard: {} });
  expect(sent).toEqual([{ type: 'ask', to: 'theirs' }]);
});

test('a node that was forgotten is asked for its list, and everybody there fetches again', async () => {
  const { presence, sent, refetched, onGap, hear } = await withSilentNode();
  presence.arrive('ada');
  await setImmediate();
  presence.remove('other');
  refetched.length = 0;
  hear({ type: 'beat', n: 0, heard: { mine: 1 } });
  expect(sent.at(-1)).toEqual({ type: 'ask', to: 'theirs' });
  expect(refetched).toEqual(['ada']);
  hear({ type: 'ask', to: 'mine' });
  expect(onGap).toHaveBeenCalledTimes(1);
});
