import type { BrowserContextOptions } from '@playwright/test';
import { findWindowedChromium, launchOptions } from '#fixtures/chromium.ts';
import { connected, expect, type Person, test } from '#tests/support/browser/journey.ts';
import { PushedWorker, pushOf } from '#tests/support/browser/push/worker.ts';

// The headless shell shows no notifications.
test.use({ launchOptions: { ...launchOptions(), executablePath: findWindowedChromium() } });

const WITH_WORKER: BrowserContextOptions = { serviceWorkers: 'allow' };
/** What Chromium logs when a worker focuses a window or opens one without a tap. */
const NO_TAP = /Not allowed to/;

async function withWorker(ada: Person, path: string): Promise<PushedWorker> {
  await ada.context.grantPermissions(['notifications']);
  await ada.goesTo(path);
  return PushedWorker.of(ada.page);
}

test('a push is shown; one with the same tag replaces it; one that cannot be read still shows something', async ({
  signUp,
  app,
}) => {
  const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
  const worker = await withWorker(ada, '/status');
  await worker.push(pushOf(app.url, '/chat/x', 'mood-x', 'A friend could use support'));
  const first = 'A friend could use support: Open Moodring [mood-x]';
  await expect.poll(() => worker.notifications()).toEqual([first]);
  await worker.push(pushOf(app.url, '/chat/y', 'chat-y', 'A new message'));
  await worker.push(pushOf(app.url, '/chat/y', 'chat-y', 'A message from Grace'));
  const second = 'A message from Grace: Open Moodring [chat-y]';
  await expect.poll(async () => (await worker.notifications()).sort()).toEqual([first, second]);
  for (const unreadable of ['no JSON', '{}', 'null', '5', '']) {
    await worker.push({ close: 'moodring' });
    await expect.poll(async () => (await worker.notifications()).length).toBe(2);
    await worker.push(unreadable);
    await expect.poll(() => worker.notifications()).toContain('Moodring: Open Moodring [moodring]');
  }
  await worker.push({ close: 'mood-x' });
  await expect.poll(() => worker.notifications()).not.toContain(first);
  expect(await worker.notifications()).toContain(second);
});

test('a push opens its chat in the open window when it is tapped', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
  const grace = await signUp('Grace', 'Hopper');
  await connected(grace, ada);
  ada.allowError(NO_TAP);
  const worker = await withWorker(ada, '/status');
  await ada.page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await worker.push(pushOf(app.url, `/chat/${grace.uid}`, `chat-${grace.uid}`, 'A new message'));
  await expect.poll(async () => (await worker.notifications()).length).toBe(1);
  await worker.tap(`chat-${grace.uid}`);
  await expect(ada.page.getByRole('heading', { name: 'Chat with Grace' })).toBeVisible();
  expect(await ada.page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await expect.poll(() => worker.notifications()).toEqual([]);
});

test('a push goes away when its chat is opened, and when it is read on another device', async ({
  signUp,
  guest,
  app,
}) => {
  const ada = await signUp('Ada', 'Lovelace', WITH_WORKER);
  const grace = await signUp('Grace', 'Hopper');
  await connected(grace, ada);
  const worker = await withWorker(ada, '/circles');
  const chat = pushOf(app.url, `/chat/${grace.uid}`, `chat-${grace.uid}`, 'A new message');
  const mood = pushOf(app.url, `/chat/${grace.uid}`, `mood-${grace.uid}`, 'A friend could use support');
  await worker.push(chat);
  await worker.push(mood);
  await expect.poll(async () => (await worker.notifications()).length).toBe(2);
  const phone = await guest();
  await phone.context.addCookies(await ada.context.cookies());
  await phone.goesTo(`/chat/${grace.uid}`);
  await expect
    .poll(() => worker.notifications())
    .toEqual([`A friend could use support: Open Moodring [mood-${grace.uid}]`]);
  await ada.rowOf(grace).click();
  await expect(ada.page.getByRole('heading', { name: 'Chat with Grace' })).toBeVisible();
  await expect.poll(() => worker.notifications()).toEqual([]);
});
