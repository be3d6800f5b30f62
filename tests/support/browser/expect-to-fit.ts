import { cutText } from './cut-text.ts';
import { expect, type Guest } from './journey.ts';
import type { Screen } from './screen.ts';
import { unreachable } from './unreachable.ts';
import type { WindowSize } from './window-size.ts';

/** In each size no screen is wider than the window, cuts words, or has a control that is out of reach. */
export async function expectToFit(guest: Guest, screens: readonly Screen[], sizes: readonly WindowSize[]) {
  const { page } = guest;
  for (const { name, open } of screens) {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(guest);
    for (const size of sizes) {
      await page.setViewportSize(size);
      const where = `${name}, ${size.width} by ${size.height}`;
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, where).toBeLessThanOrEqual(0);
      expect(await cutText(page), where).toEqual([]);
      expect(await unreachable(page), where).toEqual([]);
    }
  }
}
