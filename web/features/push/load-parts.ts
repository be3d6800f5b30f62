/** The chunk of this feature. Only the app's first script names it: elsewhere the build would list that script as a part of it. */
export function loadParts() {
  return import('./parts.ts');
}
