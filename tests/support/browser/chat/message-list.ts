import type { Locator } from '@playwright/test';

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
