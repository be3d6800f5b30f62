import { beforeEach, expect, test } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import type { Member } from '#fixtures/client.ts';
import type { LiveClient } from '#fixtures/live-client.ts';
import { allRows } from '#tests/support/database/all-rows.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const server = await startTestServer({ databaseUrl: 'shared' });
const { database, signUp, moodring } = server;

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

const set = (who: Member, change: object) => who.patch(`/api/users/${who.uid}/settings`, change);

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

test('a friend’s open browsers get it, with its end; nobody else does, and nothing is stored', async () => {
  const [second, eves, own] = [await grace.listen(), await eve.listen(), await ada.listen()];
  const before = await allRows(database.pool);
  adas.send(frame(grace));
  adas.send(frame(grace, false));
  for (const live of [graces, second]) {
    expect(await live.next('typing')).toEqual(shown(ada));
    expect(await live.next('typing')).toEqual(shown(ada, false));
  }
  for (const live of [eves, own, adas]) expect(await live.everything()).toEqual([]);
  expect(await allRows(database.pool)).toBe(before);
});

test('a browser on another node gets it too', async () => {
  const other = await startOtherNode(server);
  const elsewhere = await other.as(grace).listen();
  adas.send(frame(grace));
  expect(await elsewhere.next('typing')).toEqual(shown(ada));
  await other.stop();
});

test('strangers, and those who were removed or blocked, get none and send none', async () => {
  const eves = await eve.listen();
  eves.send(frame(ada));
  adas.send(frame(eve));
  await eve.connect(grace);
  await grace.delete(`/api/users/${grace.uid}/connections/${eve.uid}?block=true`);
  await ada.delete(`/api/users/${ada.uid}/connections/${grace.uid}?block=false`);
  graces.send(frame(eve));
  adas.send(frame(grace));
  const answers = [await heardBy(adas), await heardBy(graces), await heardBy(eves)];
  expect(answers).toEqual([[], [], []]);
});

test('who switches it off is not seen typing and does not see it, and the other learns nothing', async () => {
  await set(ada, { showsTyping: false });
  adas.send(frame(grace));
  graces.send(frame(ada));
  expect([await heardBy(graces), await heardBy(adas)]).toEqual([[], []]);
  // Not a frame of any kind tells it.
  expect(await graces.everything()).toEqual([]);
  await set(ada, { showsTyping: true });
  const tab = await ada.listen();
  graces.send(frame(ada, false));
  expect(await tab.next('typing')).toEqual(shown(grace, false));
});

test('a friend from whom the mood is hidden sees it as an ordinary friend does', async () => {
  await ada.patch(`/api/users/${ada.uid}/connections/${grace.uid}/controls`, { hidesMood: true });
  adas.send(frame(grace));
  expect(await graces.next('typing')).toEqual(shown(ada));
});

test('a flood is passed on twice a second, keeps the sockets open and delays nobody’s mood', async () => {
  const began = performance.now();
  for (let n = 0; n < 300; n++) adas.send(frame(grace));
  expect((await eve.choose('Dark')).status).toBe(200);
  const heard = await heardBy(graces);
  const seconds = Math.ceil((performance.now() - began) / 1000) + 1;
  expect(heard.length).toBeGreaterThan(0);
  expect(heard.length).toBeLessThanOrEqual(2 * seconds);
  expect(await adas.everything()).toEqual([]);
});

test('frames to people without an open browser cost the database nothing', async () => {
  const seen: unknown[] = [];
  const { query } = moodring.context.pool;
  moodring.context.pool.query = ((...args: Parameters<typeof query>) => {
    seen.push(args[0]);
    return query.apply(moodring.context.pool, args);
  }) as typeof query;
  graces.terminate();
  await graces.closed;
  await expect.poll(() => moodring.context.live.mayBeOnline(grace.uid)).toBe(false);
  adas.send(frame(grace));
  expect(await adas.everything()).toEqual([]);
  moodring.context.pool.query = query;
  expect(seen).toEqual([]);
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
