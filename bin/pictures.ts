import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { launchOptions } from '#fixtures/chromium.ts';

const FOLDER = join(import.meta.dirname, '../web/public/screenshots');
const SIZES = { narrow: { width: 390, height: 844 }, wide: { width: 1280, height: 720 } };
const QUALITY = 85;

/** Takes the pictures of the README and of the app's manifest. @param friend the uid of the person in the chat */
export async function takePictures(baseURL: string, email: string, password: string, friend: string): Promise<void> {
  const browser = await chromium.launch(launchOptions());
  for (const [size, viewport] of Object.entries(SIZES)) {
    const page = await browser.newPage({ baseURL, viewport, isMobile: size === 'narrow', locale: 'en-GB' });
    const options = { data: { email, password }, headers: { origin: baseURL } };
    await page.request.post('/api/identity/sign-in/email', options);
    for (const [name, path] of Object.entries({ circle: '/circles', chat: `/chat/${friend}` })) {
      await page.goto(path);
      await page.locator('html[data-settled]').waitFor({ state: 'attached' });
      const devtools = await page.context().newCDPSession(page);
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
      writeFileSync(join(FOLDER, `${name}-${size}.webp`), data, 'base64');
    }
  }
  await browser.close();
}
