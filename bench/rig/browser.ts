import { type Browser, chromium, type Page } from '@playwright/test';
import { launchOptions } from '#fixtures/chromium.ts';
import type { Person } from './people.ts';
import type { Product } from './product.ts';

const LARGE_SCREEN = { width: 1280, height: 800 };
const TIMEOUT_MS = 30_000;

/** Starts Chromium. An interrupted run closes it, so that calls which wait for the browser fail and clean up. */
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

/** Opens a page with an empty cache, signed in as `person` if given. An error thrown in the page fails the run. */
export async function openPage(browser: Browser, { url }: Product, person?: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: LARGE_SCREEN });
  context.setDefaultTimeout(TIMEOUT_MS);
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

/** Limits how long a step in the browser may take. @throws after 30 s, naming the step */
export async function withTimeout<Result>(step: string, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not within ${TIMEOUT_MS} ms: ${step}`)), TIMEOUT_MS);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
