import type { Browser } from '@playwright/test';
import type { Figure } from '#bench/report/figure.ts';
import { openBrowser, openPage } from '#bench/rig/browser.ts';
import { connectedPairs, type Person } from '#bench/rig/people.ts';
import { type Product, startProduct } from '#bench/rig/product.ts';
import { watchScripts } from '#fixtures/watch-scripts.ts';
import { firstVisits, type Visit } from './first-visits.ts';

interface Load {
  path: string;
  /** Gzip bytes of the JavaScript that was loaded for the screen. */
  first: number;
  /** And of the code that was then prefetched for other screens. */
  ahead: number;
}

/** The JavaScript of a first visit, for the screen that loads the most. */
export const javascript: Figure = {
  name: 'javascript',
  async measure(context) {
    await using product = await startProduct(context, 'javascript');
    const [[person, other]] = (await connectedPairs(product, 1)) as [[Person, Person]];
    await using browser = await openBrowser();
    const screens = firstVisits(person, other.uid);
    const loads: Load[] = [];
    for (const screen of screens) {
      loads.push(await visit(browser, product, screen));
      const { path, first, ahead } = loads.at(-1)!;
      context.log(`${path}: ${inKB(first)} KB, then ${inKB(ahead)} KB ahead`);
    }
    const [most, ...others] = loads.sort((a, b) => b.first - a.first) as [Load, ...Load[]];
    return [
      {
        figure: 'JavaScript of a first visit',
        unit: 'KB',
        ours: most.first / 1000,
        goal: { atMost: 100 },
        note: `gzip -9, 1 KB = 1000 bytes; every script that ${most.path} loads for itself; of ${screens.length} screens it loads the most; the others ${others.map(({ path, first }) => `${path} ${inKB(first)}`).join(', ')}; not counted is the code of the other screens, fetched when the browser is idle: ${inKB(most.ahead)} KB`,
      },
    ];
  },
};

/** Visits a screen with an empty cache. */
async function visit(browser: Browser, product: Product, { path, sign, person }: Visit): Promise<Load> {
  const page = await openPage(browser, product, person);
  const loaded = await watchScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator(sign).first().waitFor();
  const { first, ahead } = await loaded();
  if (first === 0 || ahead === 0) throw new Error(`${path} came without its scripts`);
  await page.context().close();
  return { path: path.replace(/[0-9a-f-]{36}/, '{uid}'), first, ahead };
}

function inKB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
