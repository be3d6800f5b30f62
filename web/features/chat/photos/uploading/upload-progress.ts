import { createStore, useStore } from '#web/store.ts';

const parts = createStore<ReadonlyMap<string, number>>(new Map(), { isPersonal: true });

export function setUploadProgress(id: string, part: number): void {
  parts.set(new Map([...parts.get(), [id, part]]));
}

/** The part of these photos together that has left this browser, in percent. */
export function useUploadProgress(ids: readonly string[]): number {
  return useStore(parts, (all) =>
    Math.round((100 * ids.reduce((sum, id) => sum + (all.get(id) ?? 0), 0)) / ids.length),
  );
}
