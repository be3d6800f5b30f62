import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { watchFocus } from './watch-focus.ts';

export interface BrowserOptions extends BrowserContextOptions {
  /** Loads the code of all screens ahead, as browsers do. Otherwise the browser saves data: a fifth of a journey's CPU time. */
  loadsAhead?: boolean;
}

/** Opens a browser for one person. By default it shows no animations: they take time, and move what a test clicks. */
export async function openContext(
  browser: Browser,
  origin: string,
  { loadsAhead = false, ...options }: BrowserOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', ...options });
  if (!loadsAhead) await context.addInitScript(saveData);
  await watchFocus(context);
  if (process.env.SLOW_BROWSER) context.on('page', slowDown);
  return context;
}

/** For the burn-in: slows the page's processor by the factor in SLOW_BROWSER. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.SLOW_BROWSER) });
}

/** Runs in the page. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}
