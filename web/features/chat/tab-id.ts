import { newId } from '#contract/new-id.ts';

const KEY = 'tab';

/** This tab's name for itself. A reload keeps it, so that the tab still answers for what was written in it before. */
export function tabId(): string {
  const id = sessionStorage.getItem(KEY) ?? newId();
  sessionStorage.setItem(KEY, id);
  return id;
}
