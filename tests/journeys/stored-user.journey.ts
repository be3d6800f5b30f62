import { connected, expect, type Guest, PASSWORD, test } from '#tests/support/browser/journey.ts';

function storedUser({ page }: Guest) {
  return page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null'));
}

test('the signed-in user is stored in local storage without secrets, and removed on sign-out', async ({
  signUp,
  guest,
}) => {
  const { uid, email, phonenumber } = await signUp('Ada', 'Lovelace');
  const ada = await guest();
  await ada.goesTo('/login');
  await expect(ada.page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await storedUser(ada)).toBeNull();
  await ada.fillsIn({ Email: email, Password: PASSWORD }, 'Login');
  await expect(ada.page).toHaveURL('/mood');
  const names = { displayName: 'Ada Lovelace', firstname: 'Ada', lastname: 'Lovelace', initials: 'AL' };
  expect(await storedUser(ada)).toEqual({ uid, email, phonenumber, ...names });
  expect(await ada.page.evaluate(() => document.cookie)).toBe('');

  await ada.page.getByRole('button', { name: 'AL, your account' }).click();
  await ada.page.getByRole('button', { name: 'Sign out' }).click();
  await expect(ada.page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await storedUser(ada)).toBeNull();
  await ada.page.reload();
  await expect(ada.page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('a sign-out and a sign-in take effect in another tab', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const { page } = ada;
  await page.goto('/circles');
  const otherTab = await ada.context.newPage();
  await otherTab.goto('/cares');
  await expect(otherTab.getByRole('heading', { name: 'Nobody here yet' })).toBeVisible();

  // A background page renders too seldom to be clicked in time.
  await page.bringToFront();
  await ada.signsOut();
  await expect(otherTab.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await otherTab.evaluate(() => localStorage.getItem('user'))).toBeNull();

  await ada.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Login');
  await expect(otherTab.getByRole('heading', { name: 'Nobody here yet' })).toBeVisible();
});

test('a person who signs in at the same browser sees no data of the person before', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const grace = await signUp('Grace', 'Hopper');
  const mei = await signUp('Mei', 'Tanaka');
  await connected(ada, grace);
  await connected(ada, mei);
  await connected(mei, grace);
  await ada.goesTo('/status');
  await ada.picks('Purple');
  await ada.opensChatWith(mei);
  await ada.messageBox.fill('A secret that is not sent yet');
  await ada.signsOut();

  await ada.fillsIn({ Email: grace.email, Password: PASSWORD }, 'Log in');
  await expect(ada.page.getByRole('heading', { name: 'Chat with Mei' })).toBeVisible();
  await expect(ada.messages).toHaveText(['Mei: Hey 👋 how are you doing today?']);
  await expect(ada.messageBox).toHaveValue('');
  await ada.page.getByRole('contentinfo').getByRole('link', { name: 'Circle' }).click();
  await expect(ada.page.getByRole('main').getByRole('link', { name: 'Your mood Green' })).toBeVisible();
  await expect(ada.page.getByRole('list', { name: 'Your connections' }).getByRole('listitem')).toHaveCount(2);
});
