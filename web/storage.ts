import { createStore } from './store.ts';

type Area = 'localStorage' | 'sessionStorage';

/** What the browser did not store, by its key: it lives as long as the page. */
const unstored = new Map<string, string>();

/** Changes whenever something that is kept has changed, here or in another tab. */
export const keptChanges = createStore(0);

const noteChange = () => keptChanges.set(keptChanges.get() + 1);
globalThis.addEventListener?.('storage', noteChange);

/** What is kept under a key in the browser's storage; null for nothing. */
export function readKept(key: string, area: Area = 'localStorage'): string | null {
  try {
    return unstored.get(key) ?? globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value, or removes it with null. Private windows and full disks refuse: then it is kept in memory. */
export function keep(key: string, value: string | null, area: Area = 'localStorage'): void {
  unstored.delete(key);
  try {
    if (value === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, value);
  } catch {
    if (value !== null) unstored.set(key, value);
  }
  noteChange();
}

/** The keys in `localStorage` that begin with `start`. */
export function keptKeys(start: string): string[] {
  return [...unstored.keys(), ...Object.keys(localStorage)].filter((key) => key.startsWith(start));
}

/** Removes all that is kept under keys that are meant. */
export function forget(isMeant: (key: string) => boolean): void {
  for (const key of unstored.keys()) if (isMeant(key)) unstored.delete(key);
  try {
    for (const storage of [sessionStorage, localStorage])
      for (const key of Object.keys(storage)) if (isMeant(key)) storage.removeItem(key);
  } catch {
    // This browser forbids storage.
  }
  noteChange();
}
