import type pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import type { Member } from '#fixtures/client.ts';
import type { LiveClient } from '#fixtures/live-client.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { createPassOnTyping } from './pass-on-typing.ts';

const server = await startTestServer({ databaseUrl: 'shared' });
const { signUp, moodring, allRows } = server;

let ada: Member;
let grace: Member;
let eve: Member;
let adas: LiveClient;
let graces: LiveClient;
beforeEach(async () => {
  [ada, grace, eve] = [await signUp(), await signUp(), await signUp()];
  await ada.connect(grace);
  [adas, graces] = [await ada.listen(), await grace.listen()];
});

const frame = (to: Member, isTyping = true) => ({ type: 'typing', to: to.uid, isTyping });
const shown = (who: Member, isTyping = true) => ({ type: 'typing', uid: who.uid, isTyping });

/**
 * What `to` has got before a later message. The look-up of a frame that came first has begun by then and is awaited with
 * another one, because look-ups are answered in their order.
 */
async function heardBy(live: LiveClient): Promise<LiveEvent[]> {
  const [one, other] = [await signUp(), await signUp()];
  await one.connect(other);
  const [ones, others] = [await one.listen(), await other.listen()];
  ones.send(frame(other));
  await others.next('typing');
  ones.terminate();
  others.terminate();
  return (await live.everything()).filter(({ type }) => type === 'typing');
}

test('a friend’s open browsers on all nodes get it, with its end; nobody else does, and nothing is stored', async () => {
  const other = await startOtherNode(server);
  const [second, elsewhere] = [await grace.listen(), await other.as(grace).listen()];
  const [eves, own] = [await eve.listen(), await ada.listen()];
  const before = await allRows();
  adas.send(frame(grace));
  adas.send(frame(grace, false));
  for (const live of [graces, second, elsewhere]) {
    expect(await live.next('typing')).toEqual(shown(ada));
    expect(await live.next('typing')).toEqual(shown(ada, false));
  }
  for (const live of [eves, own, adas]) expect(await live.everything()).toEqual([]);
  expect(await allRows()).toBe(before);
  await other.stop();
});

test('strangers, and those who were removed or blocked, get none and send none', async () => {
  const eves = await eve.listen();
  eves.send(frame(ada));
  adas.send(frame(eve));
  await eve.connect(grace);
  await grace.remove(eve, true);
  await ada.remove(grace);
  graces.send(frame(eve));
  adas.send(frame(grace));
  const answers = [await heardBy(adas), await heardBy(graces), await heardBy(eves)];
  expect(answers).toEqual([[], [], []]);
});

test('who switches it off is not seen typing and does not see it, and the other learns nothing', async () => {
  await ada.set({ showsRead: false });
  adas.send(frame(grace));
  graces.send(frame(ada));
  expect([await heardBy(graces), await heardBy(adas)]).toEqual([[], []]);
  // Not a frame of any kind tells it.
  expect(await graces.everything()).toEqual([]);
  await ada.set({ showsRead: true });
  const tab = await ada.listen();
  graces.send(frame(ada, false));
  expect(await tab.next('typing')).toEqual(shown(grace, false));
});

test('a friend from whom the mood is hidden, or who is muted, sees it as an ordinary friend does, and is seen', async () => {
  await ada.control(grace, { hidesMood: true, mute: 'always' });
  adas.send(frame(grace));
  expect(await graces.next('typing')).toEqual(shown(ada));
  graces.send(frame(ada));
  expect(await adas.next('typing')).toEqual(shown(grace));
});

test('a flood is passed on twice a second, keeps the sockets open and delays nobody’s mood', async () => {
  // biome-ignore lint/plugin: how much may be passed on follows from the time
  const began = performance.now();
  for (let n = 0; n < 300; n++) adas.send(frame(grace));
  expect((await eve.choose('Dark')).status).toBe(200);
  const heard = await heardBy(graces);
  // biome-ignore lint/plugin: see above
  const seconds = Math.ceil((performance.now() - began) / 1000) + 1;
  expect(heard.length).toBeGreaterThan(0);
  expect(heard.length).toBeLessThanOrEqual(2 * seconds);
  expect(await adas.everything()).toEqual([]);
});

test('a stranger’s or removed friend’s frame costs the same whether the other is online or not', async () => {
  await ada.remove(grace);
  await adas.next('gone');
  const { pool, live } = moodring.context;
  const queries = vi.spyOn(pool, 'query');
  const published = vi.spyOn(live, 'publish');
  const asked = vi.spyOn(live, 'mayBeOnline');
  const lookUps = () =>
    JSON.parse(JSON.stringify(queries.mock.calls))
      .flat()
      .filter(({ name }: { name?: string }) => name === 'shown-typing');
  adas.send(frame(grace));
  await expect.poll(lookUps).toHaveLength(1);
  graces.terminate();
  await graces.closed;
  adas.send(frame(grace));
  await expect.poll(lookUps).toHaveLength(2);
  expect(lookUps()[0]).toEqual(lookUps()[1]);
  expect(await adas.everything()).toEqual([]);
  expect([published.mock.calls, asked.mock.calls]).toEqual([[], []]);
  vi.restoreAllMocks();
});

test('of a network with many accounts at most 100 frames a second are looked up, and other networks’ as well', async () => {
  const asked: string[] = [];
  const pool = {
    query({ values: [typists] }: { values: [string[]] }) {
      asked.push(...typists);
      return Promise.resolve({ rows: [] });
    },
  } as unknown as pg.Pool;
  const passOn = createPassOnTyping({ pool, live: moodring.context.live });
  const send = (uid: string, networkHash: number) => passOn({ uid, networkHash }, { to: grace.uid, isTyping: true });
  // biome-ignore lint/plugin: how much may be looked up follows from the time
  const second = () => Math.floor(performance.now() / 1000);
  const began = second();
  const flood = Array.from({ length: 500 }, () => send(crypto.randomUUID(), 1));
  await Promise.all([...flood, send(ada.uid, 2)]);
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.length).toBeLessThanOrEqual(100 * (second() - began + 1) + 1);
  expect(asked).toContain(ada.uid);
});

test('while the database is away, frames are dropped and the socket stays open', async () => {
  const { query } = moodring.context.pool;
  let failed = 0;
  moodring.context.pool.query = (() => {
    failed += 1;
    return Promise.reject(new Error('no database'));
  }) as unknown as typeof query;
  adas.send(frame(grace));
  await expect.poll(() => failed).toBeGreaterThan(0);
  moodring.context.pool.query = query;
  expect(await adas.everything()).toEqual([]);
});
