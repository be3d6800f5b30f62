/**
 * Loads the code of all screens when the browser has nothing else to do: people who lose the connection can still go from
 * screen to screen. `bin/preload-screens.ts` lists the files when the app is built.
 */
export function prefetchScreens(): void {
  whenIdle(() => {
    const list = document.querySelector<HTMLTemplateElement>('template#fetch-ahead');
    if (list) preload(list).catch(() => window.addEventListener('online', prefetchScreens, { once: true }));
  });
}

/**
 * Fetches the files into the browser's cache, and only then preloads them as modules. In Firefox a module that failed to
 * load stays failed until the page is reloaded, so a preload must not meet a lost connection.
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

/** Not every browser tells when it is idle. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 1_000);
}
