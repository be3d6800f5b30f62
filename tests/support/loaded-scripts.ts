import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';

interface LoadedScripts {
  /** Gzip bytes (-9) of what the page loads for the screen it shows. */
  first: number;
  /** And of what it fetches ahead for other screens. */
  ahead: number;
}

/** The page's idle time, which a test gives it. */
interface HeldWindow extends Window {
  heldWork: IdleRequestCallback[];
}

/**
 * Watches a page that has loaded nothing yet. The page has no idle time until it has loaded all that it loads by itself:
 * what comes afterwards is fetched ahead.
 * @returns tells what it has loaded, once it fetches nothing more
 */
export async function watchScripts(page: Page): Promise<() => Promise<LoadedScripts>> {
  await page.addInitScript(() => {
    const held: IdleRequestCallback[] = [];
    Object.assign(window, { heldWork: held, requestIdleCallback: (work: IdleRequestCallback) => held.push(work) });
  });
  const scripts: Response[] = [];
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname.endsWith('.js')) scripts.push(answer);
  });
  return async () => {
    await page.waitForFunction(() => (window as unknown as HeldWindow).heldWork.length > 0);
    await page.waitForLoadState('networkidle');
    const first = await sizes(scripts);
    await page.evaluate(() => {
      const deadline = { didTimeout: false, timeRemaining: () => 50 };
      for (const work of (window as unknown as HeldWindow).heldWork.splice(0)) work(deadline);
    });
    // The template is gone when all has come.
    await page.waitForFunction(() => document.querySelector('template#fetch-ahead') === null);
    const all = await sizes(scripts);
    return { first: sum(first), ahead: sum(all) - sum(first) };
  };
}

/** By address: what was fetched ahead comes once more, from the browser's cache, as a module. */
async function sizes(scripts: Response[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const script of scripts) {
    sizes.set(script.url(), gzipSync(await script.body(), { level: 9 }).byteLength);
  }
  return sizes;
}

function sum(files: Map<string, number>): number {
  return [...files.values()].reduce((total, bytes) => total + bytes, 0);
}
