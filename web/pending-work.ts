import { Listeners } from './listeners.ts';

/** Counts work that is under way. Listeners are called after each change. */
export class PendingWork {
  count = 0;
  readonly #listeners = new Listeners<void>();

  readonly subscribe = (listener: () => void) => this.#listeners.add(listener);

  /** Counts this work until it has succeeded or failed. */
  async track<Result>(work: Promise<Result>): Promise<Result> {
    this.#change(1);
    try {
      return await work;
    } finally {
      this.#change(-1);
    }
  }

  #change(by: 1 | -1) {
    this.count += by;
    // Loading starts during a render, when React allows no other component to update.
    queueMicrotask(() => this.#listeners.notify());
  }
}

/** Loads of code, and calls of our API. */
export const pendingWork = new PendingWork();
