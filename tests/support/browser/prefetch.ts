import { expect, type Person } from './journey.ts';

/** Whether all prefetched files have loaded as modules. */
function isPrefetched({ page }: Person): Promise<boolean> {
  return page.evaluate(() => {
    const { loaded } = window as unknown as { loaded: string[] };
    const ahead = [...document.querySelectorAll<HTMLLinkElement>('body > link[rel=modulepreload]')];
    return ahead.length > 10 && ahead.every(({ href }) => loaded.includes(href));
  });
}

/** To be called before the page loads that `expectPrefetched` looks at. */
export async function recordLoadedLinks({ page }: Person): Promise<void> {
  await page.addInitScript(() => {
    const loaded: string[] = [];
    Object.assign(window, { loaded });
    const record = ({ target }: Event) => target instanceof HTMLLinkElement && loaded.push(target.href);
    document.addEventListener('load', record, true);
  });
}

/** Waits until the code of all screens is there. In Firefox, what a lost connection stops stays away until a reload. */
export async function expectPrefetched(person: Person): Promise<void> {
  await expect.poll(() => isPrefetched(person)).toBe(true);
}
