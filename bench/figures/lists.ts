import type { Page } from '@playwright/test';
import type { Figure, Measurement } from '#bench/report/figure.ts';
import { mediansOf } from '#bench/report/statistics.ts';
import { openBrowser, openPage, scroll } from '#bench/rig/browser.ts';
import { settle } from '#bench/rig/cluster.ts';
import { connectWithAll, insertPeople } from '#bench/rig/people.ts';
import { startProduct } from '#bench/rig/product.ts';

const ROUNDS = { full: 7, quick: 2 };
const MANY = 1_000;
const FEW = 10;
const PHONE = { width: 390, height: 700 };
/** About a phone of the middle class. */
const SLOWDOWN = 4;
/** In px. A short list has no room for more than one notch down, and one up again. */
const NOTCHES = {
  long: Array<number>(60).fill(100),
  short: Array.from({ length: 60 }, (_, n) => (n % 2 ? -100 : 100)),
};

/** Scrolling the lists of somebody with 1,000 connections, against somebody with 10. */
export const lists: Figure = async (context) => {
  const rounds = ROUNDS[context.size];
  await using product = await startProduct(context.cluster, 'lists');
  const [many, few, ...friends] = await insertPeople(product, MANY + 2);
  await connectWithAll(product, many!, friends);
  await connectWithAll(product, few!, friends.slice(0, FEW));
  await settle(product.db);
  await using browser = await openBrowser();
  const [long, short] = [await openPage(browser, product, many), await openPage(browser, product, few)];
  const measured: Measurement[] = [];
  for (const path of ['/cares', '/circles']) {
    await openList(long, path, MANY);
    await openList(short, path, FEW);
    const frames = await mediansOf(context, rounds, async () => ({
      [`${path} long`]: await turnWheel(long, NOTCHES.long),
      [`${path} short`]: await turnWheel(short, NOTCHES.short),
    }));
    measured.push({
      figure: `frames of the page while ${MANY.toLocaleString('en')} people scroll on ${path}`,
      unit: 'ms',
      ours: frames[`${path} long`]!,
      reference: frames[`${path} short`]!,
      goal: { atMost: 1.2 },
      note: `95th percentile of the frames over ${NOTCHES.long.length} turns of the wheel on a screen of ${PHONE.width} × ${PHONE.height}, the processor slowed down ${SLOWDOWN} times; against ${FEW} people in the same browser, medians of ${rounds} rounds in turn`,
    });
  }
  return measured;
};

async function openList(page: Page, path: string, people: number): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.goto(path);
  // A short list is in the document whole; in a long one each row says how long it is.
  await page
    .getByRole('main')
    .locator(people === MANY ? `[aria-setsize="${MANY}"]` : `li:nth-child(${people})`)
    .first()
    .waitFor();
  await page.waitForLoadState('networkidle');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

async function turnWheel(page: Page, notches: number[]): Promise<number> {
  await page.bringToFront();
  await page.mouse.move(PHONE.width / 2, PHONE.height / 2);
  return scroll(page, notches);
}
