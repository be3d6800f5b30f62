import { expect, type Page } from '@playwright/test';

/** In px, with the size of text in a fixed width. */
const USUAL = { standard: 16, fixed: 13 };
const TWICE = { standard: 32, fixed: 26 };

/** Checks a page while the browser's own size of text is 200 %: unlike a page's own size it counts in media queries. Not in Firefox. */
export async function withLargeText(page: Page, check: () => Promise<void>): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: TWICE });
  expect(await page.evaluate(() => matchMedia(`(width: ${innerWidth / 32}rem)`).matches)).toBe(true);
  await check();
  await browser.send('Page.setFontSizes', { fontSizes: USUAL });
  await browser.detach();
}
