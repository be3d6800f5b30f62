import { expect, test } from '#tests/support/browser/journey.ts';

test('after a click on the initials, Tab moves through the menu and Escape closes it', async ({ signUp }) => {
  const { page } = await signUp('Ada', 'Lovelace');
  await page.goto('/status');
  const account = page.getByRole('button', { name: 'your account' });
  const signOut = page.getByRole('banner').getByRole('button', { name: 'Sign out' });
  await account.click();
  await expect(signOut).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.locator('#account-menu').getByRole('button', { name: 'Invite a friend' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(signOut).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(signOut).toBeHidden();
  await expect(account).toBeFocused();

  await account.click();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/settings');
  await expect(signOut).toBeHidden();
});

test('a click on the initials hits their button and focuses it', async ({ signUp }) => {
  const { page } = await signUp('Ada', 'Lovelace');
  await page.goto('/status');
  const account = page.getByRole('button', { name: 'your account' });
  // WebKit finds the menu's button by the clicked element. In Safari a click focuses no button; neither does `click()` here.
  const isOnButton = await account.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2) as HTMLElement;
    there.click();
    return there === button;
  });
  expect(isOnButton).toBe(true);
  await expect(account).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('#account-menu').getByRole('button', { name: 'Invite a friend' })).toBeFocused();
});
