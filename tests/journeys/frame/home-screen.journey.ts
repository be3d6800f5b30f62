import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findWindowedChromium, launchOptions } from '#fixtures/chromium.ts';
import { expect, test } from '#tests/support/browser/journey.ts';

/** Why Chromium would not install the app. @param manifest replaces the app's own, if given */
async function installabilityErrors(origin: string, manifest?: object): Promise<string[]> {
  const profile = await mkdtemp(join(tmpdir(), 'moodring-profile-'));
  // A profile of its own: in a private window no app can be installed.
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions(),
    executablePath: findWindowedChromium(),
  });
  try {
    const page = await context.newPage();
    if (manifest) await context.route('**/manifest.webmanifest', (route) => route.fulfill({ json: manifest }));
    const session = await context.newCDPSession(page);
    await page.goto(`${origin}/login`, { waitUntil: 'load' });
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    return installabilityErrors.map(({ errorId }) => errorId);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

test('the app can be installed', async ({ app }) => {
  expect(await installabilityErrors(app.url, { name: 'Moodring' })).not.toEqual([]);
  expect(await installabilityErrors(app.url)).toEqual([]);
});

test('the manifest’s images exist in the sizes that it says', async ({ guest }) => {
  const { page, context } = await guest();
  const manifest = await (await context.request.get('/manifest.webmanifest')).json();
  expect(manifest.display).toBe('standalone');
  const iconsOfShortcuts = manifest.shortcuts.flatMap(({ icons }: { icons: object[] }) => icons);
  const images: { src: string; sizes: string }[] = [...manifest.icons, ...manifest.screenshots, ...iconsOfShortcuts];
  images.push({ src: '/icons/apple-touch-icon.png', sizes: '180x180' });
  expect(images.length).toBeGreaterThanOrEqual(11);
  await page.goto('/login');
  for (const { src, sizes } of images) {
    const size = await page.evaluate(async (address) => {
      const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
      return `${width}x${height}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
  for (const { url } of manifest.shortcuts) expect(['/status', '/cares']).toContain(url);
});

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/27.2 Mobile/15E148 Safari/604.1';

test('on an iPhone the settings show how to add the app to the home screen, and why', async ({ signUp }) => {
  const { page } = await signUp('Ada', 'Lovelace', {
    userAgent: IPHONE,
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  await page.goto('/settings/news');
  await expect(page.getByText('only the installed app gets notifications')).toBeVisible();
  await expect(page.getByText('1. Tap Share')).toBeVisible();
  await expect(page.getByText('2. Choose “Add to Home Screen”')).toBeVisible();
});
