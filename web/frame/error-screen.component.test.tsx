import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { friend, openApp } from '#tests/support/components/open-app.tsx';

const error = page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!', exact: true });

test('an unknown address shows the error screen, with links home and to the helplines', async () => {
  openApp('/no/such/place');
  await expect.element(error).toBeVisible();
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'Helplines' }))
    .toHaveAttribute('href', '/help');
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect.element(page.getByRole('heading', { name: /Welcome to Moodring/ })).toBeVisible();
  expect(location.pathname).toBe('/');
});

test('a screen that throws an error shows the error screen, and the others go on', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  openApp('/circles', [friend('Grace', 'Hopper', { mood: 'Plaid' as 'Green' })]);
  await expect.element(error).toBeVisible();
  expect(log).toHaveBeenCalled();
  log.mockRestore();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status' }).click();
  await expect.element(page.getByRole('heading', { name: 'Hi Ada Lovelace' })).toBeVisible();
});
