import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { FoundPerson } from '#contract/views.ts';
import { openApp } from '#tests/support/components/open-app.tsx';

const LINK = 'https://moodring.example/join#code';

const sheet = page.getByRole('dialog', { name: 'Invite a friend' });
const button = page.getByRole('main').getByRole('button', { name: 'Invite a friend' });

const GRACE: FoundPerson = {
  ...{ uid: 'grace', firstname: 'Grace', lastname: 'Hopper', initials: 'GH' },
  ...{ connected: false, asked: false },
};

const opens = (address: string) =>
  openApp(address, [], {
    'GET /api/users/ada/invite': { link: LINK, expiresAt: Date.now() + 86_400_000, usesLeft: 100 },
    'POST /api/users/search': ({ query }: { query: string }) => Response.json(query === 'Grace' ? [GRACE] : []),
  });

test('the sheet opens from the empty circle, copies the link, and gives the focus back', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => copy.mockRestore());
  opens('/circles');
  await button.click();
  await sheet.getByRole('button', { name: 'Copy link' }).click();
  await expect.element(sheet.getByText('Copied.')).toBeVisible();
  expect(copy).toHaveBeenCalledExactlyOnceWith(LINK);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test('on /connect it opens before a search, in every width, and when nobody is found', async () => {
  onTestFinished(() => page.viewport(1280, 720));
  opens('/connect');
  for (const width of [390, 768, 1440]) {
    await page.viewport(width, 844);
    await expect.element(button).toBeInViewport({ ratio: 1 });
  }
  const searches = async (words: string) => {
    await page.getByPlaceholder('Search by first or last name.').fill(words);
    await page.getByRole('button', { name: 'Search' }).click();
  };
  await searches('Grace');
  await expect.element(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
  await searches('nobody of this name');
  await button.click();
  await expect.element(sheet.getByRole('textbox', { name: 'Your link' })).toHaveValue(LINK);
});
