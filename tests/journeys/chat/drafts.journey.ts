import { chat, menu, openMenu } from '#tests/support/browser/chat/message-menu.ts';
import { connected, expect, friends, type Guest, PASSWORD, type Person, test } from '#tests/support/browser/journey.ts';
import { keptIn } from '#tests/support/browser/outbox.ts';
import { expectCodeKept } from '#tests/support/browser/prefetch.ts';
import { WITH_WORKER } from '#tests/support/browser/push/worker.ts';
import type { App } from '#tests/support/servers/app-process.ts';

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

test('with a full storage a draft survives, and is sent', {
  tag: '@firefox',
}, async ({ signUp, browserName }) => {
  const [ada, grace] = await friends(signUp);
  await fillStorage(ada);
  await ada.opensChatWith(grace);
  await ada.messageBox.pressSequentially('Every letter');
  await expect(ada.messageBox).toHaveValue('Every letter');
  // Firefox's console does not show requests that fail.
  if (browserName !== 'firefox') ada.expectError(/net::ERR_FAILED .*get-session/);
  await ada.page.route('**/api/identity/get-session', (route) => route.abort());
  const looked = ada.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/get-session'));
  await ada.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await looked;
  await ada.goesBy('Circle');
  await ada.rowOf(grace).click();
  await expect(ada.messageBox).toHaveValue('Every letter');
  await ada.page.getByRole('button', { name: 'Send' }).click();
  await expect(ada.messageBox).toHaveValue('');
  await grace.opensChatWith(ada);
  await expect(grace.messages.last()).toHaveText('Ada: Every letter');
});

test('an answer survives a reload with its quote, and loses words that are deleted', async ({ signUp }) => {
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

test('two tabs have one draft, and a message of one appears in the other', { tag: '@firefox' }, async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
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
  await expect(otherTab.getByRole('log').getByText('You: Begun here, ended there')).toHaveCount(1);
  await expect(otherTab.getByRole('log').getByText('On its way')).toBeHidden();
});

test('drafts survive closing the browser, and go with the friend or session', {
  tag: '@core',
}, async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  const [mei, sam] = await Promise.all([signUp('Mei', 'Tanaka'), signUp('Sam', 'Reed')]);
  for (const friend of [mei, sam]) await connected(ada, friend);
  // Closing every tab ends what the browser keeps for a tab.
  const closed = await ada.context.newPage();
  await closed.goto(`/chat/${mei.uid}`);
  await closed.getByLabel('Your message').fill('For Mei alone');
  await closed.close();
  const otherTab = await ada.context.newPage();
  await otherTab.goto(`/chat/${mei.uid}`);
  await expect(otherTab.getByLabel('Your message')).toHaveValue('For Mei alone');

  await ada.page.bringToFront();
  await ada.goesTo(`/chat/${grace.uid}`);
  await ada.messageBox.fill('For Grace alone');
  await ada.rowOf(sam).click();
  await expect(ada.page.getByRole('heading', { name: 'Chat with Sam' })).toBeVisible();
  await ada.messageBox.fill('For Sam');
  for (const tab of [ada.page, otherTab]) await expect.poll(() => storageKeysOf(tab, 'draft')).toHaveLength(3);
  await sam.calls('POST', `/api/users/${sam.uid}/leave`, { password: PASSWORD });
  const others = [grace, mei].map(({ uid }) => `draft:${ada.uid}:${uid}`).toSorted();
  await expect.poll(async () => (await storageKeysOf(ada.page, 'draft')).toSorted()).toEqual(others);
  await ada.rowOf(grace).click();
  await expect(ada.messageBox).toHaveValue('For Grace alone');

  await ada.signsOut();
  await expect(otherTab.getByRole('link', { name: 'Log in' })).toBeVisible();
  for (const tab of [ada.page, otherTab]) await expect.poll(() => storageKeysOf(tab, 'draft')).toEqual([]);
  await ada.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Log in');
  await expect(ada.messageBox).toHaveValue('');
});

/** Ada writes to Grace without a connection, and her session ends meanwhile. Then her browser is online, with a login form. */
async function endsWhileOffline(signUp: Parameters<typeof friends>[0], app: App) {
  const [ada, grace] = await friends(signUp, { loadsAhead: true, ...WITH_WORKER });
  await ada.opensChatWith(grace);
  ada.allowError(/net::ERR_|WebSocket connection|Firefox can’t establish a connection|status of 401/);
  await expectCodeKept(ada);
  await ada.context.setOffline(true);
  await ada.says('Just for Grace');
  await ada.messageBox.fill('Not sent yet');
  await app.sql('delete from sessions where user_id = $1', [ada.uid]);
  await ada.context.setOffline(false);
  await expect(ada.page.getByText('Please log in to use the chat system.')).toBeVisible();
  return [ada, grace] as const;
}

test('after an ended session drafts are gone, and outgoing messages wait for their writer', async ({ signUp, app }) => {
  const [ada, grace] = await endsWhileOffline(signUp, app);
  await expect.poll(() => storageKeysOf(ada.page, 'draft')).toEqual([]);
  expect(await keptIn(ada.page)).toEqual({ items: 1, photos: 0 });
  await ada.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Log in');
  await expect(ada.messageBox).toHaveValue('');
  await grace.opensChatWith(ada);
  await expect(grace.messages.last()).toHaveText('Ada: Just for Grace');
  await expect.poll(() => keptIn(ada.page)).toEqual({ items: 0, photos: 0 });
});

test('who signs in does not find outgoing messages of another person', { tag: '@core' }, async ({ signUp, app }) => {
  const mei = await signUp('Mei', 'Tanaka');
  const [ada] = await endsWhileOffline(signUp, app);
  // A card that was closed on this device.
  await ada.page.evaluate((uid) => localStorage.setItem(`asks:${uid}`, '["closed ask"]'), ada.uid);
  await ada.fillsIn({ Email: mei.email, Password: PASSWORD }, 'Log in');
  await expect(ada.page.getByRole('heading', { name: 'There is no such chat' })).toBeVisible();
  await expect.poll(async () => (await storageKeys(ada.page)).filter((key) => key.includes(ada.uid))).toEqual([]);
  await expect.poll(() => keptIn(ada.page)).toEqual({ items: 0, photos: 0 });
  await ada.signsOut();
  await ada.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Log in');
  await expect(ada.messages).toHaveText(['You: Hey 👋 how are you doing today?']);
});
