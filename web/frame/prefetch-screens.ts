import { idle } from '#web/use-late-chunk.ts';

/** How long the service worker may take until it keeps what is fetched. Some browsers have none. */
const WORKER_WAIT_MS = 5_000;

/**
 * Fetches the code of all screens, so that they open without a connection: on a bad line only what this page has loaded. The build
 * lists the files in a template (`bin/build/screen-pages.ts`), and the service worker keeps them. After a failure it tries again when
 * online.
 */
export async function prefetchScreens(): Promise<void> {
  const list = document.querySelector<HTMLTemplateElement>('template#code');
  if (!list) return;
  await Promise.race([workerControls(), new Promise((resolve) => setTimeout(resolve, WORKER_WAIT_MS))]);
  await idle();
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const screens = isGoodLine() ? list.dataset.files!.split(' ') : [];
  try {
    // One after another: many at the same moment would block a slow phone, and the line of what a person asks for.
    for (const file of new Set([...loaded.filter((path) => path.startsWith('/assets/')), ...screens])) {
      if (await globalThis.caches?.match(file)) continue;
      const answer = await fetch(file, { priority: 'low' });
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      await answer.arrayBuffer();
    }
  } catch {
    window.addEventListener('online', () => void prefetchScreens(), { once: true });
  }
}

async function workerControls(): Promise<void> {
  const worker = navigator.serviceWorker;
  if (worker && !worker.controller)
    await new Promise((resolve) => worker.addEventListener('controllerchange', resolve, { once: true }));
}

/** Safari and Firefox do not tell. */
function isGoodLine(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData: boolean; effectiveType: string } };
  return !connection || (!connection.saveData && connection.effectiveType === '4g');
}
