import { expect, type Guest, PASSWORD, test } from '../support/journey.ts';

function storedUser({ page }: Guest) {
  return page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null'));
}

test('the signed-in user is kept in local storage, without secrets, and cleared on sign-out', async ({
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

test('signing out and in shows in another tab, too', async ({ signUp }) => {
  const ada = await signUp('Ada', 'Lovelace');
  const { page } = ada;
  await page.goto('/circles');
  const otherTab = await ada.context.newPage();
  await otherTab.goto('/cares');
  await expect(otherTab.getByRole('heading', { name: 'Nobody here yet' })).toBeVisible();

  await ada.signsOut();
  await expect(otherTab.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await otherTab.evaluate(() => localStorage.getItem('user'))).toBeNull();

  await ada.fillsIn({ Email: ada.email, Password: PASSWORD }, 'Login');
  await expect(otherTab.getByRole('heading', { name: 'Nobody here yet' })).toBeVisible();
});
