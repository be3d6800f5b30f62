import { connected, expect, type Guest, PASSWORD, type Person, test } from '#tests/support/browser/journey.ts';

/** Nothing can be stored in this browser any more. */
async function storageIsFull({ context }: Guest): Promise<void> {
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
}

/** The keys of what a tab of this browser keeps. */
const keptBy = (page: Person['page']) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);

const keptOf = async (page: Person['page'], kind: string) =>
  (await keptBy(page)).filter((key) => key.startsWith(`${kind}:`));

test('with a full storage typing goes on, survives going elsewhere, and is sent', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await storageIsFull(ada);
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

test('with a full storage a lost network signs nobody out', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await storageIsFull(ada);
  await ada.opensChatWith(grace);
  await ada.messageBox.fill('Still here');
  ada.expectError(/net::ERR_FAILED .*get-session/);
  await ada.page.route('**/api/identity/get-session', (route) => route.abort());
  const looked = ada.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/get-session'));
  await ada.page.evaluate(() => window.dispatchEvent(new Event('online')));
  await looked;
  await ada.page.getByRole('contentinfo').getByRole('link', { name: 'Circle' }).click();
  await ada.rowOf(grace).click();
  await expect(ada.messageBox).toHaveValue('Still here');
});

test('signing out takes every draft along, in other tabs too', async ({ signUp }) => {
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
  for (const tab of [ada.page, otherTab]) expect(await keptOf(tab, 'draft')).toHaveLength(1);

  await ada.signsOut();
  await expect(otherTab.getByRole('link', { name: 'Sign in' })).toBeVisible();
  for (const tab of [ada.page, otherTab]) await expect.poll(() => keptOf(tab, 'draft')).toEqual([]);
  await ada.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Log in');
  await expect(ada.messageBox).toHaveValue('');
});

test('a session that ends by itself takes the drafts along, and what was sent goes out when its writer is back', async ({
  signUp,
  app,
}) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  await connected(ada, grace);
  await ada.opensChatWith(grace);
  ada.allowError(/net::ERR_|WebSocket connection|status of 401/);
  await ada.context.setOffline(true);
  await ada.says('Sent without a network');
  await ada.messageBox.fill('Not sent yet');
  await app.sql('delete from sessions where user_id = $1', [ada.uid]);
  await ada.context.setOffline(false);
  await expect(ada.page.getByText('Please log in to use the chat system.')).toBeVisible();
  await expect.poll(() => keptOf(ada.page, 'draft')).toEqual([]);
  expect(await keptOf(ada.page, 'outgoing')).toHaveLength(1);

  await ada.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Log in');
  await expect(ada.messageBox).toHaveValue('');
  await grace.opensChatWith(ada);
  await expect(grace.messages.last()).toHaveText('Ada: Sent without a network');
  await expect.poll(() => keptOf(ada.page, 'outgoing')).toEqual([]);
});

test('who signs in at a browser finds nothing that was on its way for somebody else', async ({ signUp, app }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  const mei = await signUp('Mei', 'Tanaka');
  await connected(ada, grace);
  await ada.opensChatWith(grace);
  ada.allowError(/net::ERR_|WebSocket connection|status of 401/);
  await ada.context.setOffline(true);
  await ada.says('Just for Grace');
  await app.sql('delete from sessions where user_id = $1', [ada.uid]);
  await ada.context.setOffline(false);
  await expect(ada.page.getByText('Please log in to use the chat system.')).toBeVisible();
  await ada.fillsIn({ Email: mei.email, Password: PASSWORD }, 'Log in');
  await expect(ada.page.getByRole('heading', { name: 'You are not connected yet' })).toBeVisible();
  await expect.poll(async () => (await keptBy(ada.page)).filter((key) => key.includes(ada.uid))).toEqual([]);
  await ada.signsOut();
  await ada.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Log in');
  await expect(ada.messages).toHaveText(['You: Hey 👋 how are you doing today?']);
});
