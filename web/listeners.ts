/** Those who want to be told. */
export class Listeners<Told> {
  readonly #listeners = new Set<(told: Told) => void>();

  /** Returns how to stop being told. */
  add(listener: (told: Told) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  tell(told: Told): void {
    for (const listener of [...this.#listeners]) listener(told);
  }
}
