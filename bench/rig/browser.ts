import { type Browser, chromium, type Page } from '@playwright/test';
import { percentile } from '#bench/report/statistics.ts';
import { launchOptions } from '#fixtures/chromium.ts';
import type { Person } from './people.ts';
import type { Product } from './product.ts';

const LARGE_SCREEN = { width: 1280, height: 800 };
const TIMEOUT_MS = 30_000;

/** Starts Chromium. It ends with this process; by itself it would end an interrupted run before that has cleaned up. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ ...launchOptions(), handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false });
}

/** Opens a page with an empty cache, signed in as `person` if given. An error thrown in the page fails the run. */
export async function openPage(browser: Browser, { url }: Product, person?: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: LARGE_SCREEN });
  context.setDefaultTimeout(TIMEOUT_MS);
  context.on('weberror', (error) => {
    throw error.error();
  });
  if (person) {
    const [name, value] = person.cookie.split(/=(.*)/) as [string, string];
    await context.addCookies([{ name, value, url }]);
  }
  return context.newPage();
}

/** Turns the wheel, a notch each frame. @param notches in px @returns the 95th percentile of the page's frames, in ms */
export async function scroll(page: Page, notches: readonly number[]): Promise<number> {
  const recording = await page.evaluateHandle(() => {
    const frames: number[] = [];
    let last: number | undefined;
    const record = (now: number) => {
      if (last !== undefined) frames.push(now - last);
      last = now;
      recording.next = requestAnimationFrame(record);
    };
    const recording = { frames, next: requestAnimationFrame(record) };
    return recording;
  });
  for (const notch of notches) {
    await page.mouse.wheel(0, notch);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  const frames = await recording.evaluate(({ frames, next }) => {
    cancelAnimationFrame(next);
    return frames;
  });
  return percentile(frames, 0.95);
}
