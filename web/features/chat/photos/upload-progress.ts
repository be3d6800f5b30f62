import { useCallback, useSyncExternalStore } from 'react';
import { Listeners } from '#web/listeners.ts';

const listeners = new Listeners<void>();
/** The part of each photo that has left this browser, 0 to 1. */
const parts = new Map<string, number>();

export function setUploadProgress(id: string, part: number): void {
  parts.set(id, part);
  listeners.notify();
}

/** The part of these photos together that has left this browser, in percent. */
export function useUploadProgress(ids: readonly string[]): number {
  const subscribe = useCallback((changed: () => void) => listeners.add(changed), []);
  return useSyncExternalStore(subscribe, () => {
    const sum = ids.reduce((all, id) => all + (parts.get(id) ?? 0), 0);
    return Math.round((100 * sum) / ids.length);
  });
}
