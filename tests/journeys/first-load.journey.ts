import type { Response } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

test('what a first visit loads comes compressed, and is kept for the next one', async ({ guest }) => {
  const stranger = await guest();
  const files: Response[] = [];
  stranger.page.on('response', (answer) => {
    if (/\.(js|css)$/.test(answer.url())) files.push(answer);
  });
  const page = await stranger.page.goto('/login');
  await expect(stranger.page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await page!.headerValues('content-encoding')).toHaveLength(1);
  expect(await page!.headerValue('cache-control')).toBe('no-cache');
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    expect(await file.headerValue('cache-control'), file.url()).toContain('immutable');
    const bytes = (await file.body()).byteLength;
    if (bytes > 1024) expect(await file.headerValue('content-encoding'), file.url()).not.toBeNull();
  }
});

test('the code of the other screens is not fetched before the first screen is there', async ({ guest }) => {
  const stranger = await guest();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await stranger.page.route(/login-screen-.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  const ahead = stranger.page.locator('link[rel=prefetch]');
  await stranger.page.goto('/login');
  await expect(stranger.page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(ahead).toHaveCount(0);

  release();
  await expect(stranger.page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect.poll(() => ahead.count()).toBeGreaterThan(10);
});
