/**
 * Has the browser fetch the code of all screens into its own cache when it has nothing else to do: whoever loses the
 * connection can still go from screen to screen. `bin/prefetch-screens.ts` lists it when the app is built.
 */
export function fetchAhead(): void {
  whenIdle(() => {
    const list = document.querySelector<HTMLTemplateElement>('template#fetch-ahead');
    list?.replaceWith(list.content);
  });
}

/** Not every browser tells when it is idle. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 1_000);
}
