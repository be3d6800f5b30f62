import { chooses } from '#tests/support/browser/care.ts';
import { connected, expect, friends, type Guest, PASSWORD, test, writes } from '#tests/support/browser/journey.ts';

function storedUser({ page }: Pick<Guest, 'page'>) {
  return page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null'));
}

test('a log-in stores no secrets; other tabs follow, and forget words', {
  tag: '@core',
}, async ({ signUp, guest }) => {
  const { uid, email, phonenumber } = await signUp('Ada', 'Lovelace');
  const ada = await guest();
  const { page } = ada;
  await ada.goesTo('/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await storedUser(ada)).toBeNull();
  await ada.fillsIn({ Email: email, Password: PASSWORD }, 'Login');
  await expect(page).toHaveURL('/mood');
  const names = { displayName: 'Ada Lovelace', firstname: 'Ada', lastname: 'Lovelace', initials: 'AL' };
  expect(await storedUser(ada)).toEqual({ uid, email, phonenumber, photo: null, ...names });
  expect(await page.evaluate(() => document.cookie)).toBe('');

  const otherTab = await ada.context.newPage();
  await otherTab.goto('/message');
  const [number, message] = ['Phone number', 'Message'].map((label) => otherTab.getByLabel(label, { exact: true }));
  await number!.fill('555 0166');
  await message!.fill('Nobody else’s to read');

  for (const tab of [page, otherTab]) await expect(tab.locator('html[data-settled]')).toBeAttached();
  // A background page renders too seldom to be clicked in time.
  await page.bringToFront();
  await page.getByRole('button', { name: 'AL, your account' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(otherTab.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  for (const field of [number!, message!]) await expect(field).toHaveValue('');
  for (const tab of [page, otherTab]) expect(await storedUser({ page: tab })).toBeNull();

  await ada.fillsIn({ Email: email, Password: PASSWORD }, 'Login');
  await expect(otherTab.getByRole('button', { name: 'AL, your account' })).toBeVisible();
});

test('who signs in at the same browser sees nothing of the person before', {
  tag: '@core',
}, async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  const mei = await signUp('Mei', 'Tanaka');
  await connected(ada, mei);
  await connected(mei, grace);
  await chooses(ada, 'Purple');
  await writes(mei, ada, 'Between us two');
  await ada.opensChatWith(grace);
  await ada.messageBox.fill('Between us, too');
  await ada.goesBy('Chats');
  await expect(ada.rowOf(grace)).toContainText('Draft: Between us, too');
  await expect(ada.rowOf(mei)).toContainText('Between us two');
  await ada.rowOf(mei).click();
  await ada.messageBox.fill('A secret that is not sent yet');
  await ada.signsOut();

  await ada.fillsIn({ Email: grace.email, Password: PASSWORD }, 'Log in');
  await expect(ada.page.getByRole('heading', { name: 'Chat with Mei' })).toBeVisible();
  await expect(ada.messages).toHaveText(['Mei: Hey 👋 how are you doing today?']);
  await expect(ada.messageBox).toHaveValue('');
  await ada.goesBy('Circle');
  await expect(ada.page.getByRole('main').getByRole('link', { name: 'Your mood Green' })).toBeVisible();
  await expect(ada.page.getByRole('list', { name: 'Your connections' }).getByRole('listitem')).toHaveCount(2);
  const kept = await ada.page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const files = await Promise.all(caches.map(async (cache) => (await cache.keys()).map(({ url }) => url)));
    return JSON.stringify([document.body.textContent, { ...localStorage }, { ...sessionStorage }, files]);
  });
  for (const words of ['Between us', 'A secret', '/connections']) expect(kept).not.toContain(words);
});

test('a sign-out in another tab gives the focus to the login form', {
  tag: '@firefox',
}, async ({ signUp }) => {
  const [ada, grace] = await friends(signUp);
  await ada.goesTo('/circles');
  const signedOut = Promise.withResolvers<void>();
  const otherTab = await ada.context.newPage();
  await otherTab.route('**/late-*.js', async (route) => {
    await signedOut.promise;
    await route.continue().catch(() => {});
  });
  const held = otherTab.waitForRequest('**/late-*.js');
  await otherTab.goto(`/chat/${grace.uid}`);
  await otherTab.getByLabel('Your message').focus();
  await held;
  await ada.page.bringToFront();
  await ada.signsOut();
  await expect(otherTab.getByText('Please log in to use the chat system.')).toBeVisible();
  await otherTab.bringToFront();
  await expect(otherTab.getByRole('heading', { name: 'Chat' })).toBeFocused();
  signedOut.resolve();
});
