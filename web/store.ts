import { useSyncExternalStore } from 'react';

export class Listeners<Value> {
  readonly #listeners = new Set<(value: Value) => void>();

  add(listener: (value: Value) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Calls a copy of the set: a listener may remove itself or add others. */
  notify(value: Value): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
}

export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(changed: () => void): () => void;
}

const emptying = new Listeners<string | undefined>();

/** Callers set a new object. @param isPersonal it gets `initial` again when another person signs in */
export function createStore<Value>(initial: Value, { isPersonal = false } = {}): Store<Value> {
  const listeners = new Listeners<void>();
  let value = initial;
  const store: Store<Value> = {
    get: () => value,
    set(changed) {
      if (changed === value) return;
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
