import { useEffect } from 'react';
import { whenIdle } from '#web/use-late-chunk.ts';

/** Loads the code of all screens after the first one, so that they open without a connection, unless data is saved. */
export function PrefetchScreens() {
  useEffect(prefetchScreens, []);
  return null;
}

/** The build lists the files in a template (`bin/build/screen-pages.ts`). After a failure it tries again when online. */
function prefetchScreens(): void {
  if (savesData()) return;
  whenIdle(() => {
    const list = document.querySelector<HTMLTemplateElement>('template#fetch-ahead');
    if (list) preload(list).catch(() => window.addEventListener('online', prefetchScreens, { once: true }));
  });
}

/** Safari and Firefox do not tell. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };
  return connection?.saveData === true;
}

/** Many calls at the same moment would block a slow phone for a tenth of a second. */
const AT_ONCE = 4;

/**
 * Fetches the files into the browser's cache, and only then preloads them as modules, each in a task of its own: in Firefox
 * a module that failed to load stays failed until the page is reloaded, so a preload must not fail.
 */
async function preload(list: HTMLTemplateElement): Promise<void> {
  const links = [...list.content.querySelectorAll('link')];
  const left = links.values();
  const fetchNext = async () => {
    for (const link of left) await fetchFile(link.getAttribute('href')!);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  for (const link of links) {
    list.before(link);
    await new Promise((resolve) => setTimeout(resolve));
  }
  list.remove();
}

async function fetchFile(address: string): Promise<void> {
  const answer = await fetch(address, { priority: 'low' });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  await answer.arrayBuffer();
}
