import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser/journey.ts';

const isMarked = (page: Page) => page.evaluate(() => document.documentElement.dataset.settled !== undefined);
const isIdle = (page: Page) =>
  page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 2_000 })));

test('a page is settled once its data, its late parts and its code have arrived', async ({ signUp }) => {
  const { page } = await signUp('Ada', 'Lovelace');
  const settled = page.locator('html[data-settled]');
  for (const [address, awaited] of [
    ['/circles', '**/connections'],
    ['/circles', '**/late-*.js'],
    ['/settings/news', '**/opened-*.js'],
    ['/history', '**/account-*.js'],
  ] as const) {
    const released = Promise.withResolvers<void>();
    await page.route(awaited, async (route) => {
      await released.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(awaited);
    await page.goto(address);
    await asked;
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await isIdle(page);
    expect(await isMarked(page), awaited).toBe(false);
    released.resolve();
    await expect(settled, awaited).toBeAttached();
    await page.unroute(awaited);
  }
});

test('an input unsettles a page at once, and what moves keeps it so', async ({ guest }) => {
  const { page } = await guest();
  const settled = page.locator('html[data-settled]');
  await page.goto('/login');
  await expect(settled).toBeAttached();
  await page.evaluate(() => {
    document.body.animate({ opacity: [0, 1] }, { duration: 60_000, id: 'slow' });
    document.body.click();
  });
  expect(await isMarked(page)).toBe(false);
  await isIdle(page);
  expect(await isMarked(page)).toBe(false);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(settled).toBeAttached();
});
