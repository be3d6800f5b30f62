import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Member } from '#fixtures/client.ts';
import type { LiveClient } from '#fixtures/live-client.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const HOLD_MS = 2_000;
const server = await startTestServer({ databaseUrl: 'shared', undoSeconds: HOLD_MS / 1_000 });
const { pool } = server.database;

let ada: Member;
let grace: Member;
/** Another node, in a process of its own. */
let other: App;
/** Grace's browser, at this node. */
let browser: LiveClient;
beforeAll(async () => {
  [ada, grace] = [await server.signUp(), await server.signUp({ firstname: 'Grace' })];
  await grace.connect(ada);
  const { authSecret } = server.moodring.context.config;
  other = await App.open({
    DATABASE_URL: server.database.url,
    AUTH_SECRET: authSecret,
    UNDO_SECONDS: String(HOLD_MS / 1_000),
  });
  browser = await grace.listen();
});
afterAll(async () => {
  browser.terminate();
  await other.close();
});

/** Ada's browser at the other node. */
function adaThere(): Client {
  const client = new Client(other.url);
  client.cookie = ada.cookie;
  return client;
}

async function asks(at: Client = ada): Promise<number> {
  await pool.query('delete from asks');
  const { body } = await at.put(`/api/users/${ada.uid}/info/mood`, { mood: 'Dark' });
  return body.chosenAt;
}

test('an ask is told when it opens', async () => {
  const chosenAt = await asks(adaThere());
  expect(await browser.next('friend-ask')).toMatchObject({ uid: ada.uid, state: 'open' });
  const late = Date.now() - chosenAt - HOLD_MS;
  expect(late).toBeGreaterThan(-50);
  expect(late).toBeLessThan(1_500);
});

test('nodes that look at the same moment tell it once', async () => {
  await asks();
  await pool.query('update asks set opens_at = now()');
  const { openOnTime } = server.moodring.context;
  await Promise.all(Array.from({ length: 5 }, () => openOnTime.look()));
  await browser.next('friend-ask');
  await openOnTime.look();
  await ada.choose('Green');
  for (let mood = ''; mood !== 'Green'; ) ({ mood } = await browser.next('mood'));
  expect((await browser.everything()).map(({ type }) => type)).not.toContain('friend-ask');
});

test('one that is undone is not told', async () => {
  await asks();
  const { mine } = (await ada.get('/api/asks')).body;
  expect((await ada.post(`/api/asks/${mine.id}/undo`)).status).toBe(200);
  await pool.query('update asks set opens_at = now()');
  await server.moodring.context.openOnTime.look();
  expect((await browser.everything()).map(({ type }) => type)).not.toContain('friend-ask');
});

test('the node that took the choice is killed: friends’ browsers at another node learn of the ask all the same', async () => {
  await browser.everything();
  const chosenAt = await asks(adaThere());
  await other.kill();
  expect(Date.now() - chosenAt).toBeLessThan(HOLD_MS);
  expect(await browser.next('friend-ask')).toMatchObject({ uid: ada.uid, state: 'open' });
  expect(Date.now() - chosenAt).toBeLessThan(HOLD_MS + 4_000);
});
