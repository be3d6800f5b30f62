import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { changePerson, openApp } from '#tests/support/components/open-app.tsx';

test('a search without a connection says so', async () => {
  openApp('/connect', [], { 'POST /api/users/search': () => Promise.reject(new TypeError('Failed to fetch')) });
  await page.getByPlaceholder('Search by first or last name.').fill('somebody');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect.element(page.getByText('Moodring cannot be reached right now.')).toBeVisible();
});

test('going back finds the search, but not for another person who has logged in since', async () => {
  openApp('/connect', [], { 'POST /api/users/search': [] });
  const box = page.getByPlaceholder('Search by first or last name.');
  await box.fill('somebody');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect.element(page.getByText('Nobody by that name yet')).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Circle' }).click();
  await expect.element(box).not.toBeInTheDocument();
  history.back();
  await expect.element(box).toHaveValue('somebody');
  expect(JSON.stringify(history.state)).not.toContain('somebody');
  await changePerson('sam');
  await expect.element(box).toHaveValue('');
});
