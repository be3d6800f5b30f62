import { idle } from '#web/loading/pending-work.ts';

/**
 * Keeps the code of all screens for the service worker, so that they open without a connection: on a bad line only what this page has
 * loaded. The build lists the files in a template (`bin/build/screen-pages.ts`). After a failure it tries again when online.
 */
export async function prefetchScreens(): Promise<void> {
  const list = document.querySelector<HTMLTemplateElement>('template#code');
  if (!list || !globalThis.caches) return;
  await idle();
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const screens = isGoodLine() ? list.dataset.files!.split(' ') : [];
  try {
    // One after another: many at the same moment would block a slow phone, and the line of what a person asks for.
    for (const file of new Set([...loaded.filter((path) => path.startsWith('/assets/')), ...screens])) {
      const code = await caches.open('code');
      if (!(await code.match(file))) await code.add(new Request(file, { priority: 'low' }));
    }
  } catch {
    window.addEventListener('online', () => void prefetchScreens(), { once: true });
  }
}

/** Safari and Firefox do not tell. */
function isGoodLine(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData: boolean; effectiveType: string } };
  return !connection || (!connection.saveData && connection.effectiveType === '4g');
}
