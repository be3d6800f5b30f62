import { useEffect } from 'react';
import { whenIdle } from '#web/when-idle.ts';

/** Loads the code of all screens once the first screen is there, so that they open without a connection. Renders nothing. */
export function PrefetchScreens() {
  useEffect(prefetchScreens, []);
  return null;
}

/** The build lists the files in a template (`bin/build/preload-screens.ts`). After a failure it tries again when online. */
function prefetchScreens(): void {
  whenIdle(() => {
    const list = document.querySelector<HTMLTemplateElement>('template#fetch-ahead');
    if (list) preload(list).catch(() => window.addEventListener('online', prefetchScreens, { once: true }));
  });
}

/**
 * Fetches the files into the browser's cache, and only then preloads them as modules: in Firefox a module that failed to load
 * stays failed until the page is reloaded, so a preload must not fail.
 */
async function preload(list: HTMLTemplateElement): Promise<void> {
  const links = [...list.content.querySelectorAll('link')];
  await Promise.all(links.map((link) => fetchFile(link.getAttribute('href')!)));
  list.replaceWith(list.content);
}

async function fetchFile(address: string): Promise<void> {
  const answer = await fetch(address, { priority: 'low' });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  await answer.arrayBuffer();
}
