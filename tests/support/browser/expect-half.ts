import { expect, type Person } from './journey.ts';
import type { WindowSize } from './window-size.ts';

/** The messages of the open chat have at least half of the window's height in all sizes. It ends with the first one. */
export async function expectHalf({ page }: Person, sizes: readonly WindowSize[], what: string): Promise<void> {
  const log = page.getByRole('log');
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect
      .poll(
        () => log.evaluate((list) => list.clientHeight / window.innerHeight),
        `${what}, ${size.width} by ${size.height}`,
      )
      .toBeGreaterThanOrEqual(0.5);
  }
  await page.setViewportSize(sizes[0]!);
}
