import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Response } from '@playwright/test';
import type { Figure } from '#bench/report/figure.ts';
import { openBrowser, openPage } from '#bench/rig/browser.ts';
import { connectedPairs, type Pair, type Person } from '#bench/rig/people.ts';
import { type Product, ROOT, startProduct } from '#bench/rig/product.ts';

/** The JavaScript of a first visit, for the screen that loads the most: every route of the app, signed in and signed out. */
export const javascript: Figure = async ({ cluster, log }) => {
  await using product = await startProduct(cluster, 'javascript');
  const [person, friend] = (await connectedPairs(product, 1))[0] as Pair;
  await using browser = await openBrowser();
  const routes: { path: string }[] = JSON.parse(await readFile(join(ROOT, 'dist/web/pages/routes.json'), 'utf8'));
  const loads: { screen: string; bytes: number }[] = [];
  for (const { path } of routes)
    for (const visitor of [undefined, person]) {
      const bytes = await visit(browser, product, path.replace(/:\w+/, friend.uid), visitor);
      const screen = `${path} signed ${visitor ? 'in' : 'out'}`;
      loads.push({ screen, bytes });
      log(`${screen}: ${inKB(bytes)} KB`);
    }
  const [most, ...others] = loads.sort((a, b) => b.bytes - a.bytes);
  return {
    figure: 'JavaScript of a first visit',
    unit: 'KB',
    ours: most!.bytes / 1000,
    goal: { atMost: 100 },
    note: `gzip -9, 1 KB = 1000 bytes; every script that ${most!.screen} loads for itself; of ${loads.length} visits it loads the most; the others ${others.map(({ screen, bytes }) => `${screen} ${inKB(bytes)}`).join(', ')}; not counted is the code of the other screens, fetched when the browser is idle`,
  };
};

/** Visits a screen with an empty cache. @returns the gzip bytes of the scripts that it loads before the browser is idle */
async function visit(browser: Browser, product: Product, path: string, visitor?: Person) {
  const page = await openPage(browser, product, visitor);
  // What the product loads once the browser is idle is no part of the first visit.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const scripts = new Map<string, Response>();
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname.endsWith('.js')) scripts.set(answer.url(), answer);
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('main h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  let bytes = 0;
  for (const script of scripts.values()) bytes += gzipSync(await script.body(), { level: 9 }).byteLength;
  if (bytes === 0) throw new Error(`${path} came without its scripts`);
  await page.context().close();
  return bytes;
}

function inKB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
