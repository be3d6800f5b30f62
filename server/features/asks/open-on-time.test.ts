import { afterAll, expect, test } from 'vitest';
import { Client } from '#fixtures/client.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const HOLD_MS = 2_000;
const server = await startTestServer({ databaseUrl: 'shared' });
const other = await App.open({
  DATABASE_URL: server.database.url,
  AUTH_SECRET: server.moodring.context.config.authSecret,
  UNDO_SECONDS: String(HOLD_MS / 1_000),
});
afterAll(() => other.close());

test('the node that took the choice is killed: friends’ browsers at another node learn of the ask all the same', async () => {
  const [ada, grace] = [await server.signUp(), await server.signUp({ firstname: 'Grace' })];
  await grace.connect(ada);
  const browser = await grace.listen();
  const there = new Client(other.url);
  there.cookie = ada.cookie;
  const { chosenAt } = (await there.put(`/api/users/${ada.uid}/info/mood`, { mood: 'Dark' })).body;
  await other.kill();
  expect(Date.now() - chosenAt).toBeLessThan(HOLD_MS);
  expect(await browser.next('friend-ask')).toMatchObject({ uid: ada.uid, level: 'Dark', onIt: 0, state: 'open' });
  // Not before the hold is over.
  expect(Date.now() - chosenAt).toBeGreaterThan(HOLD_MS - 50);
  expect(Date.now() - chosenAt).toBeLessThan(HOLD_MS + 4_000);
});
