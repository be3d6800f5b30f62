import { createStore } from '../store.ts';

class PendingWork {
  readonly count = createStore(0);

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

/** Calls, and code that loads, or waits until the browser is idle. */
export const pendingWork = new PendingWork();

/** Of it, what a screen cannot be used without: its code, who is signed in, and the answers that are kept (`keptQuery`). */
export const neededWork = new PendingWork();

/** Loads of a screen's code. React keeps the previous screen meanwhile, so the header shows the loading line. */
export const screenLoading = new PendingWork();

/** Waits until the screen can be used, and the browser is idle: what is loaded after that is no part of the first load. */
export async function idle(): Promise<void> {
  const { count } = neededWork;
  do {
    while (count.get() > 0)
      await new Promise<void>((resolve) => {
        const stop = count.subscribe(() => resolve(stop()));
      });
    await new Promise<void>(whenIdle);
  } while (count.get() > 0);
}

/** Runs work when the browser is idle, after two seconds at the latest. Safari has no `requestIdleCallback`. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 2_000 });
  else setTimeout(work, 1_000);
}
