import type { Page } from '@playwright/test';
import { cardOf, chooses, threePeople } from '#tests/support/browser/care.ts';
import { expect, test } from '#tests/support/browser/journey.ts';

/** A phone with a slow processor. */
const PHONE = { viewport: { width: 412, height: 915 } };
const SLOWDOWN = 4;
/** A list stops waiting for its cards after 2 s, and moves then. A machine with much other work reaches that, so timers this long are stretched. */
const LONG_WAIT_MS = 2_000;
const STRETCH = 10;
/** web.dev/cls calls up to 0.1 good. */
const MAX_SHIFT = { list: 0.01, chat: 0.1 };

interface Shift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

interface Shifts {
  /** The sum of all shifts since the page was loaded. */
  sum: number;
  /** What moved, from where to where. */
  moved: string[];
}

declare global {
  interface Window {
    shifts: Shifts;
  }
}

/** Makes the long waits of each page that is loaded from now on longer. */
async function stretchLongWaits(page: Page): Promise<void> {
  await page.addInitScript(
    ([longWaitMs, stretch]) => {
      const wait = window.setTimeout.bind(window);
      const stretched = (then: TimerHandler, ms = 0, ...values: unknown[]) =>
        wait(then, ms < longWaitMs ? ms : ms * stretch, ...values);
      window.setTimeout = stretched as typeof window.setTimeout;
    },
    [LONG_WAIT_MS, STRETCH] as const,
  );
}

/** Counts what moves on each page that is loaded from now on. Firefox does not measure it. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = { sum: 0, moved: [] };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        window.shifts.sum += value;
        for (const { node, previousRect, currentRect } of sources)
          window.shifts.moved.push(`${previousRect.top} to ${currentRect.top}: ${node?.textContent?.slice(0, 40)}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

test('a friend’s ask comes with the list and moves nothing, whatever is slow', async ({ signUp }) => {
  test.slow();
  const { ada, grace, sam } = await threePeople(signUp, PHONE);
  const { page } = grace;
  await chooses(ada, 'Dark');
  await grace.goesTo('/circles');
  await expect(cardOf(grace, ada)).toBeVisible();
  await stretchLongWaits(page);
  await watchShifts(page);
  for (const slow of ['/api/asks', '**/connections', '**/assets/asks-*.js']) {
    await page.route(slow, async (route) => {
      // biome-ignore lint/plugin: this tests a slow answer
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    for (const address of ['/cares', '/circles', `/chat/${ada.uid}`]) {
      await page.goto(address);
      await expect(cardOf(grace, ada)).toBeVisible();
      if (address.startsWith('/chat')) await expect(page.getByRole('button', { name: 'Add photos' })).toBeVisible();
      else await expect(page.getByRole('main').getByText(sam.displayName)).toBeVisible();
      await page.waitForLoadState('networkidle');
      const { sum, moved } = await page.evaluate(() => window.shifts);
      expect(sum, `${address} with a slow ${slow}\n${moved.join('\n')}`).toBeLessThanOrEqual(
        MAX_SHIFT[address.startsWith('/chat') ? 'chat' : 'list'],
      );
    }
    await page.unroute(slow);
  }
});
