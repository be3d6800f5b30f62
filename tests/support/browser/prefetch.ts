import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Waits until the service worker keeps the page, and the code of all screens: the browser loads ahead (`loadsAhead`). */
export async function expectCodeKept({ page }: { page: Page }): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => {
      const files = document.querySelector<HTMLElement>('template#code')!.dataset.files!.split(' ');
      const kept = (await (await caches.open('code')).keys()).map(({ url }) => new URL(url).pathname);
      return ['/', ...files].filter((file) => !kept.includes(file));
    });
  await expect.poll(isKept).toEqual([]);
}
