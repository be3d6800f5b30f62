import { connected, expect, type Person, test } from '#tests/support/browser/journey.ts';
import type { App } from '#tests/support/servers/app-process.ts';

function unread(app: App, sender: Person) {
  return app.sql('select content from messages where sender = $1 and not read order by seq', [sender.uid]);
}

/** Simulates another tab in front, or a locked screen. */
async function setVisibility(person: Person, visibility: 'hidden' | 'visible') {
  await person.page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);
}

test('messages stay unread until the chat is opened, then all are read', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await grace.goesTo('/cares');
  await ada.opensChatWith(grace);
  await ada.says('One');
  await ada.says('Two');
  await expect(grace.rowOf(ada)).toContainText('3 unread messages');
  expect(await unread(app, ada)).toHaveLength(3);
  await expect(ada.page.getByRole('log').getByText('Sent', { exact: true })).toHaveCount(3);
  await expect(ada.page.getByRole('log').getByText('Read', { exact: true })).toBeHidden();

  await grace.rowOf(ada).click();
  await expect(ada.page.getByRole('log').getByText('Read', { exact: true })).toHaveCount(3);
  await expect(ada.page.getByRole('log').getByText('Sent', { exact: true })).toBeHidden();
  expect(await unread(app, ada)).toEqual([]);
  await grace.page.getByRole('contentinfo').getByRole('link', { name: 'Chats' }).click();
  await expect(grace.rowOf(ada)).not.toContainText('unread');
});

test('an open chat marks new messages read only while it is visible', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await ada.opensChatWith(grace);
  await grace.opensChatWith(ada);
  await ada.says('Seen');
  await expect(grace.messages.last()).toHaveText('Ada: Seen');
  await expect.poll(() => unread(app, ada)).toEqual([]);

  await setVisibility(grace, 'hidden');
  await ada.says('Not seen');
  await expect(grace.messages.last()).toHaveText('Ada: Not seen');
  // A read mark would have gone before this message, on the same socket.
  await grace.says('Written blindly');
  await expect(ada.messages.last()).toHaveText('Grace: Written blindly');
  expect(await unread(app, ada)).toEqual([{ content: 'Not seen' }]);

  await setVisibility(grace, 'visible');
  await expect.poll(() => unread(app, ada)).toEqual([]);
  const log = ada.page.getByRole('log');
  await expect(log.getByText('Read', { exact: true })).toHaveCount(3);
});
