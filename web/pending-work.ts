import { createStore } from './store.ts';

/** Counts work that is under way. */
export class PendingWork {
  readonly count = createStore(0);

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
    // Loading starts during a render, when React allows no other component to update.
    queueMicrotask(() => this.count.set(this.count.get() + by));
  }
}

/** Loads of code, and calls of our API. */
export const pendingWork = new PendingWork();
