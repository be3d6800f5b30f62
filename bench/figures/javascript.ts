import { gzipSync } from 'node:zlib';
import type { Browser, Response } from '@playwright/test';
import type { Figure } from '#bench/report/figure.ts';
import { openBrowser, openPage } from '#bench/rig/browser.ts';
import { connectedPairs, type Pair, type Person } from '#bench/rig/people.ts';
import { type Product, startProduct } from '#bench/rig/product.ts';

/** The screens without a session, by their paths: an element that shows that the screen can be used. */
const SIGNED_OUT = {
  '/': 'button:text-is("Login")',
  '/login': 'button:text-is("Login")',
  '/signup': 'button:text-is("Sign Up")',
  '/join': 'main h1',
  '/a': 'main h1',
  '/forgot-password': 'main h1',
  '/new-password': 'main h1',
  '/confirm-email': 'main h1',
  '/message': 'button:text-is("Send Message")',
};
const SIGNED_IN = {
  '/mood': 'button:text-is("Share my mood")',
  '/status': 'button:text-is("Share my mood")',
  '/cares': 'main a[href^="/chat/"]',
  '/circles': 'main a[href^="/chat/"]',
  '/connect': 'main button:text-is("Search")',
  '/settings': 'main h1:text-is("Settings")',
  '/history': 'main h1:text-is("Your moods")',
  '/chat/{uid}': '[role=log] p',
};

/** The JavaScript of a first visit, for the screen that loads the most. */
export const javascript: Figure = {
  name: 'javascript',
  async measure({ cluster, log }) {
    await using product = await startProduct(cluster, 'javascript');
    const [person, friend] = (await connectedPairs(product, 1))[0] as Pair;
    await using browser = await openBrowser();
    const loads: { path: string; bytes: number }[] = [];
    const visitAll = async (screens: Record<string, string>, visitor?: Person) => {
      for (const [path, sign] of Object.entries(screens)) {
        const bytes = await visit(browser, product, path.replace('{uid}', friend.uid), sign, visitor);
        loads.push({ path, bytes });
        log(`${path}: ${inKB(bytes)} KB`);
      }
    };
    await visitAll(SIGNED_OUT);
    await visitAll(SIGNED_IN, person);
    const [most, ...others] = loads.sort((a, b) => b.bytes - a.bytes);
    return [
      {
        figure: 'JavaScript of a first visit',
        unit: 'KB',
        ours: most!.bytes / 1000,
        goal: { atMost: 100 },
        note: `gzip -9, 1 KB = 1000 bytes; every script that ${most!.path} loads for itself; of ${loads.length} screens it loads the most; the others ${others.map(({ path, bytes }) => `${path} ${inKB(bytes)}`).join(', ')}; not counted is the code of the other screens, fetched when the browser is idle`,
      },
    ];
  },
};

/** Visits a screen with an empty cache. @returns the gzip bytes of the scripts that it loads before the browser is idle */
async function visit(browser: Browser, product: Product, path: string, sign: string, visitor?: Person) {
  const page = await openPage(browser, product, visitor);
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const scripts = new Map<string, Response>();
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname.endsWith('.js')) scripts.set(answer.url(), answer);
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator(sign).first().waitFor();
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
