import { API_VERSION } from '#contract/api-version.ts';
import { keep, readKept } from '../storage.ts';
import { createStore } from '../store.ts';

/** Whether the server has said that this page is too old for it. */
export const isOutdated = createStore(false);

const RELOADED_FOR = 'reloaded-for';

/**
 * Looks at the version that an answer of the API names. A page that is too old says so (`header.tsx`), and reloads by itself once:
 * without the page that the service worker keeps, which may be this one.
 */
export async function noteApiVersion(version: string | null): Promise<void> {
  if (!version || Number(version) <= API_VERSION || isOutdated.get()) return;
  isOutdated.set(true);
  if (readKept(RELOADED_FOR, 'sessionStorage') === version) return;
  keep(RELOADED_FOR, version, 'sessionStorage');
  await globalThis.caches?.open('code').then((code) => code.delete('/'));
  window.location.reload();
}
