import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';

interface LoadedScripts {
  /** Gzip bytes (-9) of what the page loads for the screen it shows. */
  first: number;
  /** And of what it fetches ahead for other screens. */
  ahead: number;
}

/** Watches a page that has loaded nothing yet. @returns tells what it has loaded, once it fetches nothing more */
export function watchScripts(page: Page): () => Promise<LoadedScripts> {
  const scripts: Response[] = [];
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname.endsWith('.js')) scripts.push(answer);
  });
  return async () => {
    await page.locator('link[rel=prefetch]').first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    const first = new Map<string, number>();
    const ahead = new Map<string, number>();
    for (const script of scripts) {
      const isAhead = (await script.request().headerValue('sec-purpose')) === 'prefetch';
      const bytes = gzipSync(await script.body(), { level: 9 }).byteLength;
      (isAhead ? ahead : first).set(script.url(), bytes);
    }
    for (const address of first.keys()) ahead.delete(address);
    return { first: sum(first), ahead: sum(ahead) };
  };
}

function sum(files: Map<string, number>): number {
  return [...files.values()].reduce((total, bytes) => total + bytes, 0);
}
