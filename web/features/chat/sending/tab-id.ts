import { newId } from '#contract/new-id.ts';

const KEY = 'tab';

let id: string | undefined;

/** This tab's name for itself. A reload keeps it, so that the tab still answers for what was written in it before. */
export function tabId(): string {
  if (id) return id;
  id = sessionStorage.getItem(KEY) ?? newId();
  try {
    sessionStorage.setItem(KEY, id);
  } catch {
    // A full storage: after a reload it is another tab, which delivers what was written here a little later.
  }
  return id;
}
