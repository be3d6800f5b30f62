import { expect, test } from '#tests/support/browser/journey.ts';

test('after a click on the initials the keyboard goes through the menu, and Escape leads back', async ({ signUp }) => {
  const { page } = await signUp('Ada', 'Lovelace');
  await page.goto('/status');
  const account = page.getByRole('button', { name: 'your account' });
  const signOut = page.getByRole('banner').getByRole('button', { name: 'Sign out' });
  await account.click();
  await expect(signOut).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(signOut).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(signOut).toBeHidden();
  await expect(account).toBeFocused();

  await account.click();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/settings');
  await expect(signOut).toBeHidden();
});

test('a click on the initials is one on their button, and focuses it where clicks focus nothing', async ({
  signUp,
}) => {
  const { page } = await signUp('Ada', 'Lovelace');
  await page.goto('/status');
  const account = page.getByRole('button', { name: 'your account' });
  // WebKit looks at what was clicked to find the menu's button, and Safari focuses no button by a click, as this does not.
  const isOnButton = await account.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2) as HTMLElement;
    there.click();
    return there === button;
  });
  expect(isOnButton).toBe(true);
  await expect(account).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Settings' })).toBeFocused();
});
