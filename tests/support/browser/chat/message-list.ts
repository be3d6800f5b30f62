import type { Locator } from '@playwright/test';
import { expect, type Person } from '../journey.ts';

/** How far a chat's list is scrolled up, in pixels. */
export function distanceFromBottom(log: Locator): Promise<number> {
  return log.evaluate((list) => Math.round(list.scrollHeight - list.clientHeight - list.scrollTop));
}

/** Waits until the list stands still for ten frames: a wheel scrolls on for a while. */
export function waitForStillness(log: Locator): Promise<void> {
  return log.evaluate(async (list) => {
    for (let still = 0, place = Number.NaN; still < 10; still = list.scrollTop === place ? still + 1 : 0) {
      place = list.scrollTop;
      await new Promise(requestAnimationFrame);
    }
  });
}

/** Scrolls up to the end of the page, so that older messages come: the message in sight stays where it is. */
export async function expectNoJump({ page }: Person, anchor: Locator, isThere: () => Promise<void>): Promise<void> {
  const log = page.getByRole('log');
  // Delays the older page, to compare positions before and after it.
  const released = Promise.withResolvers<void>();
  await page.route('**/api/messages?*before=*', async (route) => {
    await released.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/messages?*before=*');
  await log.hover();
  await page.mouse.wheel(0, -20_000);
  await isThere();
  await asked;
  await waitForStillness(log);
  const before = { y: (await anchor.boundingBox())!.y, height: await log.evaluate((list) => list.scrollHeight) };
  released.resolve();
  await expect.poll(() => log.evaluate((list) => list.scrollHeight)).toBeGreaterThan(before.height + 1000);
  expect(Math.abs((await anchor.boundingBox())!.y - before.y)).toBeLessThan(3);
}
