import { useSyncExternalStore } from 'react';
import { Listeners } from './listeners.ts';

/** A value outside of React that components show. */
export interface Store<Value> {
  /** The same value until `set`. */
  get(): Value;
  /** Components that show it render again. */
  set(value: Value): void;
  /** @returns ends it */
  subscribe(changed: () => void): () => void;
}

const emptying = new Listeners<string | undefined>();

/**
 * Makes a store. Callers set a new object in place of changing the one that is there.
 * @param isPersonal it holds what belongs to the person who is signed in: it gets `initial` again when another one signs in
 */
export function createStore<Value>(initial: Value, { isPersonal = false } = {}): Store<Value> {
  const listeners = new Listeners<void>();
  let value = initial;
  const store: Store<Value> = {
    get: () => value,
    set(changed) {
      value = changed;
      listeners.notify();
    },
    subscribe: (changed) => listeners.add(changed),
  };
  if (isPersonal) whenPersonChanges(() => store.set(initial));
  return store;
}

/** Calls `empty` when another person signs in (their uid), or nobody is signed in any more, for what is kept in no store. */
export function whenPersonChanges(empty: (me: string | undefined) => void): void {
  emptying.add(empty);
}

/** Empties all personal stores. @param me who is signed in now */
export function emptyPersonalStores(me: string | undefined): void {
  emptying.notify(me);
}

/** The store's value, or what `select` reads of it; renders again when that changes. */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part;
export function useStore<Value>(store: Store<Value>, select: (value: Value) => unknown = (value) => value) {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
