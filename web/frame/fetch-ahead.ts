/**
 * Has the browser fetch the code of all screens into its own cache when it has nothing else to do: whoever loses the
 * connection can still go from screen to screen. `bin/prefetch-screens.ts` lists it when the app is built.
 */
export function fetchAhead(): void {
  const list = document.querySelector<HTMLTemplateElement>('template#fetch-ahead');
  list?.replaceWith(list.content);
}
