import { afterAll, expect, test } from 'vitest';
import { Client } from '#fixtures/client.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const HOLD_SECONDS = 60;
const server = await startTestServer({ databaseUrl: 'shared', undoSeconds: HOLD_SECONDS });
const { pool } = server.database;

const [ada, grace] = [await server.signUp(), await server.signUp({ firstname: 'Grace' })];
await grace.connect(ada);
const { authSecret } = server.moodring.context.config;
/** Another node, in a process of its own. */
const other = await App.open({
  DATABASE_URL: server.database.url,
  AUTH_SECRET: authSecret,
  UNDO_SECONDS: String(HOLD_SECONDS),
});
/** Grace's browser, at this node. */
const browser = await grace.listen();
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

async function asks(at: Client = ada): Promise<void> {
  await pool.query('delete from asks');
  await at.put(`/api/users/${ada.uid}/info/mood`, { mood: 'Dark' });
}

const frames = async () => (await browser.everything()).map(({ type }) => type);

test('an ask is told when it opens, once, by however many nodes that look at the same moment', async () => {
  await asks();
  await server.advance('30 seconds');
  expect(await frames()).not.toContain('friend-ask');
  await server.advance('30 seconds');
  expect(await browser.next('friend-ask')).toMatchObject({ uid: ada.uid, state: 'open' });
  expect(await frames()).not.toContain('friend-ask');
});

test('the node that took the choice is killed: friends’ browsers at another node learn of the ask all the same', async () => {
  await browser.everything();
  await asks(adaThere());
  await other.kill();
  await server.advance('60 seconds');
  expect(await browser.next('friend-ask')).toMatchObject({ uid: ada.uid, state: 'open' });
});
