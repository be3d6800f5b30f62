/** Wakes one waiting loop. A notification that comes while the loop is busy is kept, so none is missed. */
export interface WakeSignal {
  notify(): void;
  /** Resolves at the next notification, or at once when one came since the last wait; at the latest after `maxMs`. */
  wait(maxMs: number): Promise<void>;
  /** Whether the loop waits and has not been notified. */
  isWaiting(): boolean;
}

export function createWakeSignal(): WakeSignal {
  let isNotified = false;
  let isInWait = false;
  let wake = () => {};
  return {
    notify() {
      isNotified = true;
      wake();
    },
    async wait(maxMs) {
      if (!isNotified) {
        isInWait = true;
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, maxMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isInWait = false;
      isNotified = false;
    },
    isWaiting: () => isInWait && !isNotified,
  };
}
