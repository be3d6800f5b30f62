import { type Browser, chromium, type Page } from '@playwright/test';
import { launchOptions } from '#fixtures/launch-options.ts';
import type { Person } from './people.ts';
import type { Product } from './product.ts';

const LARGE_SCREEN = { width: 1280, height: 800 };
/** What takes longer hangs. */
const WITHIN_MS = 30_000;

/** A Chromium of its own. An interrupted run ends it; what waits for it then fails, and cleans up on its way out. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    ...launchOptions(),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => browser.close());
  return browser;
}

/** A page with an empty cache in which `person` is signed in, or nobody. An error that is thrown in it fails the run. */
export async function openPage(browser: Browser, { url }: Product, person?: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: LARGE_SCREEN });
  context.setDefaultTimeout(WITHIN_MS);
  context.on('weberror', (error) => {
    throw error.error();
  });
  const cookies = person?.cookie.split('; ').map((cookie) => {
    const [name = '', ...value] = cookie.split('=');
    return { name, value: value.join('='), url };
  });
  await context.addCookies(cookies ?? []);
  return context.newPage();
}
