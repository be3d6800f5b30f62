import type { BrowserCommand } from 'vitest/node';

declare module 'vitest/browser' {
  interface BrowserCommands {
    seeFrame(address: string): Promise<void>;
  }
}

/**
 * Waits until Playwright sees the frame of this test file where Vitest looks for it. Until then it may still see the last file's, and
 * the first click would be lost with it.
 */
export const seeFrame: BrowserCommand<[address: string]> = async ({ page }, address) => {
  while (page.frame('vitest-iframe')?.url() !== address)
    await new Promise<unknown>((resolve) => page.once('framedetached', resolve).once('framenavigated', resolve));
};
