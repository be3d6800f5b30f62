import { writeFile } from 'node:fs/promises';
import type { TestInfo } from '@playwright/test';
import type { Guest } from '../people/guest.ts';
import { App } from '../servers/app-process.ts';

/** Keeps what explains a failed journey in its folder, beside the trace: each page as it looked, and the servers' logs. */
export async function attachWhatWasSeen(everybody: readonly Guest[], testInfo: TestInfo): Promise<void> {
  const attach = (name: string, contentType: string) => {
    const path = testInfo.outputPath(name);
    testInfo.attachments.push({ name, path, contentType });
    return path;
  };
  const pages = everybody.flatMap(({ context }) => context.pages());
  // A page that hangs gives no picture.
  for (const [index, page] of pages.entries())
    await page.screenshot({ path: attach(`page-${index + 1}.png`, 'image/png'), timeout: 5_000 }).catch(() => {});
  for (const [index, app] of [...App.running].entries())
    await writeFile(attach(`server-${index + 1}.log`, 'text/plain'), app.log());
}
