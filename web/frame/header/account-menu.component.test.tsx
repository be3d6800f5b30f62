import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp } from '#tests/support/components/open-app.tsx';

const account = page.getByRole('button', { name: 'your account' });
const signOut = page.getByRole('button', { name: 'Log out' });
const invite = page.getByRole('banner').getByRole('button', { name: 'Invite a friend' });

beforeEach(() => {
  openApp('/connect');
});

test('after a click on the initials, Tab moves through the menu, and Escape or a link closes it', async () => {
  await account.click();
  await expect.element(signOut).toBeVisible();
  await userEvent.tab();
  await expect.element(invite).toHaveFocus();
  for (const name of ['Settings', 'Your moods', 'My plan', 'Planned check-in', 'Helplines']) {
    await userEvent.tab();
    await expect.element(page.getByRole('banner').getByRole('link', { name })).toHaveFocus();
  }
  await userEvent.tab();
  await expect.element(signOut).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(signOut).not.toBeInTheDocument();
  await expect.element(account).toHaveFocus();

  await account.click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect.poll(() => location.pathname).toBe('/settings');
  await expect.element(signOut).not.toBeInTheDocument();
});

test('a click on the initials hits their button and focuses it', async () => {
  const button = await account.findElement();
  // WebKit finds the menu's button by the clicked element. In Safari a click focuses no button; neither does `click()` here.
  const { x, y, width, height } = button.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2) as HTMLElement;
  expect(there).toBe(button);
  there.click();
  await expect.element(account).toHaveFocus();
  await userEvent.tab();
  await expect.element(invite).toHaveFocus();
});
