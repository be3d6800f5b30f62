import { connected, expect, type Guest, PASSWORD, type Person, test } from '#tests/support/browser/journey.ts';
import { chat, menu, openMenu } from '#tests/support/browser/message-menu.ts';
import { expectPrefetched, recordLoadedLinks } from '#tests/support/browser/prefetch.ts';

/** Makes every write to the browser's storage fail. */
async function fillStorage({ context }: Guest): Promise<void> {
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
}

/** The storage keys of a tab. */
const storageKeys = (page: Person['page']) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);

const storageKeysOf = async (page: Person['page'], kind: string) =>
  (await storageKeys(page)).filter((key) => key.startsWith(`${kind}:`));

test('with a full storage a draft survives a change of screen and is sent', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await fillStorage(ada);
  await ada.opensChatWith(grace);
  await ada.messageBox.pressSequentially('Every letter');
  await expect(ada.messageBox).toHaveValue('Every letter');
  await ada.page.getByRole('contentinfo').getByRole('link', { name: 'Circle' }).click();
  await ada.rowOf(grace).click();
  await expect(ada.messageBox).toHaveValue('Every letter');
  await ada.page.getByRole('button', { name: 'Send' }).click();
  await expect(ada.messageBox).toHaveValue('');
  await grace.opensChatWith(ada);
  await expect(grace.messages.last()).toHaveText('Ada: Every letter');
});

test('with a full storage a lost network does not sign the person out', async ({ signUp, browserName }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await fillStorage(ada);
  await ada.opensChatWith(grace);
  await ada.messageBox.fill('Still here');
  // Firefox's console does not show requests that fail.
  if (browserName !== 'firefox') ada.expectError(/net::ERR_FAILED .*get-session/);
  await ada.page.route('**/api/identity/get-session', (route) => route.abort());
  const looked = ada.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/get-session'));
  await ada.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await looked;
  await ada.page.getByRole('contentinfo').getByRole('link', { name: 'Circle' }).click();
  await ada.rowOf(grace).click();
  await expect(ada.messageBox).toHaveValue('Still here');
});

test('a draft survives closing the browser', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await ada.opensChatWith(grace);
  await ada.messageBox.fill('To be continued');
  // Closing every tab ends what the browser keeps for a tab.
  await ada.page.close();
  const reopened = await ada.context.newPage();
  await reopened.goto(`/chat/${grace.uid}`);
  await expect(reopened.getByLabel('Your message')).toHaveValue('To be continued');
});

test('an answer survives a reload with the message that it answers; words that are deleted leave it', async ({
  signUp,
}) => {
  const [ada, grace] = await chat(signUp);
  await openMenu(grace, 'Coffee tomorrow?');
  await menu(grace).getByRole('button', { name: 'Reply' }).click();
  await grace.messageBox.fill('Yes, at ten');
  await grace.page.reload();
  const composer = grace.page.locator('form').filter({ has: grace.messageBox });
  await expect(composer.getByText('Coffee tomorrow?')).toBeVisible();
  await expect(grace.messageBox).toHaveValue('Yes, at ten');

  await grace.goesTo('/circles');
  await openMenu(ada, 'Coffee tomorrow?');
  await menu(ada).getByRole('button', { name: 'Delete for both' }).click();
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Delete for both' }).click();
  await expect(ada.page.getByRole('log').getByText('Message deleted')).toBeVisible();
  await grace.goesTo(`/chat/${ada.uid}`);
  await expect(composer.getByText('Message deleted')).toBeVisible();
  await expect(grace.messageBox).toHaveValue('Yes, at ten');
  const stored = () => grace.page.evaluate(() => Object.values(localStorage).join());
  await expect.poll(stored).not.toContain('Coffee');
  await grace.page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => storageKeysOf(grace.page, 'draft')).toEqual([]);
});

test('two tabs have one draft', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  const otherTab = await ada.context.newPage();
  await otherTab.goto(`/chat/${grace.uid}`);
  const otherBox = otherTab.getByLabel('Your message');
  await expect(otherBox).toBeVisible();
  await ada.opensChatWith(grace);
  await ada.messageBox.fill('Begun here');
  await expect(otherBox).toHaveValue('Begun here');
  await otherBox.fill('Begun here, ended there');
  await expect(ada.messageBox).toHaveValue('Begun here, ended there');
  await ada.page.getByRole('button', { name: 'Send' }).click();
  await expect(otherBox).toHaveValue('');
  expect(await storageKeysOf(otherTab, 'draft')).toEqual([]);
});

test('the draft to a friend who leaves is removed, and others stay', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  const mei = await signUp('Mei', 'Tanaka');
  for (const friend of [grace, mei]) {
    await connected(ada, friend);
    await ada.opensChatWith(friend);
    await ada.messageBox.fill(`For ${friend.firstname}`);
  }
  expect(await storageKeysOf(ada.page, 'draft')).toHaveLength(2);
  await grace.calls('POST', `/api/users/${grace.uid}/leave`, { password: PASSWORD });
  await expect.poll(() => storageKeysOf(ada.page, 'draft')).toEqual([`draft:${ada.uid}:${mei.uid}`]);
  await expect(ada.messageBox).toHaveValue('For Mei');
});

test('a sign-out removes every draft, in other tabs too', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  const mei = await signUp('Mei', 'Tanaka');
  await connected(ada, grace);
  await connected(ada, mei);
  const otherTab = await ada.context.newPage();
  await otherTab.goto(`/chat/${mei.uid}`);
  await otherTab.getByLabel('Your message').fill('For Mei alone');
  await ada.page.bringToFront();
  await ada.opensChatWith(grace);
  await ada.messageBox.fill('For Grace alone');
  for (const tab of [ada.page, otherTab]) expect(await storageKeysOf(tab, 'draft')).toHaveLength(2);

  await ada.signsOut();
  await expect(otherTab.getByRole('link', { name: 'Log in' })).toBeVisible();
  for (const tab of [ada.page, otherTab]) await expect.poll(() => storageKeysOf(tab, 'draft')).toEqual([]);
  await ada.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Log in');
  await expect(ada.messageBox).toHaveValue('');
});

test('an ended session removes the drafts, and delivers outgoing messages when their writer signs in again', async ({
  signUp,
  app,
}) => {
  const ada = await signUp('Ada', 'Lovelace', { loadsAhead: true });
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await recordLoadedLinks(ada);
  await ada.opensChatWith(grace);
  ada.allowError(/net::ERR_|WebSocket connection|Firefox can’t establish a connection|status of 401/);
  await expectPrefetched(ada);
  await ada.context.setOffline(true);
  await ada.says('Sent without a network');
  await ada.messageBox.fill('Not sent yet');
  await app.sql('delete from sessions where user_id = $1', [ada.uid]);
  await ada.context.setOffline(false);
  await expect(ada.page.getByText('Please log in to use the chat system.')).toBeVisible();
  await expect.poll(() => storageKeysOf(ada.page, 'draft')).toEqual([]);
  expect(await storageKeysOf(ada.page, 'outgoing')).toHaveLength(1);

  await ada.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Log in');
  await expect(ada.messageBox).toHaveValue('');
  await grace.opensChatWith(ada);
  await expect(grace.messages.last()).toHaveText('Ada: Sent without a network');
  await expect.poll(() => storageKeysOf(ada.page, 'outgoing')).toEqual([]);
});

test('a person who signs in does not find the outgoing messages of another person', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace', { loadsAhead: true });
  const grace = await signUp('Grace', 'Hopper');
  const mei = await signUp('Mei', 'Tanaka');
  await connected(ada, grace);
  await recordLoadedLinks(ada);
  await ada.opensChatWith(grace);
  ada.allowError(/net::ERR_|WebSocket connection|Firefox can’t establish a connection|status of 401/);
  await expectPrefetched(ada);
  await ada.context.setOffline(true);
  await ada.says('Just for Grace');
  await app.sql('delete from sessions where user_id = $1', [ada.uid]);
  await ada.context.setOffline(false);
  await expect(ada.page.getByText('Please log in to use the chat system.')).toBeVisible();
  await ada.fillsIn({ Email: mei.email, Password: PASSWORD }, 'Log in');
  await expect(ada.page.getByRole('heading', { name: 'You are not connected yet' })).toBeVisible();
  await expect.poll(async () => (await storageKeys(ada.page)).filter((key) => key.includes(ada.uid))).toEqual([]);
  await ada.signsOut();
  await ada.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Log in');
  await expect(ada.messages).toHaveText(['You: Hey 👋 how are you doing today?']);
});
