import type { Browser } from '@playwright/test';
import type { Figure } from '#bench/report/figure.ts';
import { openBrowser, openPage } from '#bench/rig/browser.ts';
import { connectedPairs, type Pair, type Person } from '#bench/rig/people.ts';
import { type Product, startProduct } from '#bench/rig/product.ts';
import { watchScripts } from '#fixtures/watch-scripts.ts';

interface Load {
  path: string;
  /** Gzip bytes of the JavaScript that was loaded for the screen. */
  first: number;
  /** And of the code that was then prefetched for other screens. */
  ahead: number;
}

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
    const loads: Load[] = [];
    const visitAll = async (screens: Record<string, string>, visitor?: Person) => {
      for (const [path, sign] of Object.entries(screens)) {
        const { first, ahead } = await visit(browser, product, path.replace('{uid}', friend.uid), sign, visitor);
        loads.push({ path, first, ahead });
        log(`${path}: ${inKB(first)} KB, then ${inKB(ahead)} KB ahead`);
      }
    };
    await visitAll(SIGNED_OUT);
    await visitAll(SIGNED_IN, person);
    const [most, ...others] = loads.sort((a, b) => b.first - a.first) as [Load, ...Load[]];
    return [
      {
        figure: 'JavaScript of a first visit',
        unit: 'KB',
        ours: most.first / 1000,
        goal: { atMost: 100 },
        note: `gzip -9, 1 KB = 1000 bytes; every script that ${most.path} loads for itself; of ${loads.length} screens it loads the most; the others ${others.map(({ path, first }) => `${path} ${inKB(first)}`).join(', ')}; not counted is the code of the other screens, fetched when the browser is idle: ${inKB(most.ahead)} KB`,
      },
    ];
  },
};

/** Visits a screen with an empty cache. */
async function visit(browser: Browser, product: Product, path: string, sign: string, visitor?: Person) {
  const page = await openPage(browser, product, visitor);
  const loaded = await watchScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator(sign).first().waitFor();
  const { first, ahead } = await loaded();
  if (first === 0 || ahead === 0) throw new Error(`${path} came without its scripts`);
  await page.context().close();
  return { first, ahead };
}

function inKB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
