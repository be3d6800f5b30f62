import { launchOptions as chromiumOptions } from '#fixtures/chromium.ts';
import { launchFirefox } from './firefox-browser.ts';
import { test as base } from './journey.ts';

/** In px: twice the usual size of text, and of text in a fixed width. */
const [SIZE, FIXED_SIZE] = [32, 26];

/** Journeys in a browser whose own setting for the size of text is 200 %: unlike a page's own size it counts in media queries. */
export const test = base.extend({
  browser: [
    async ({ browserName, headless, playwright }, use) => {
      const settings = `--blink-settings=defaultFontSize=${SIZE},defaultFixedFontSize=${FIXED_SIZE}`;
      const browser = await (browserName === 'firefox'
        ? launchFirefox({ 'font.size.variable.x-western': SIZE, 'font.size.monospace.x-western': FIXED_SIZE })
        : playwright.chromium.launch({ headless, ...chromiumOptions(settings) }));
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
