import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '#tests/support/components/open-app.tsx';

test('a search without a connection says so', async () => {
  openApp('/connect', [], { 'POST /api/users/search': () => Promise.reject(new TypeError('Failed to fetch')) });
  await page.getByPlaceholder('Search by first or last name.').fill('somebody');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect.element(page.getByText('Moodring cannot be reached right now.')).toBeVisible();
});
