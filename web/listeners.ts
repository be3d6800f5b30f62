/** A set of callbacks that are all called with the same value. */
export class Listeners<Value> {
  readonly #listeners = new Set<(value: Value) => void>();

  /** @returns removes the listener */
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
