/** Wakes one sleeper. A ring that comes while it is awake is kept, so none is missed. */
export interface WakeSignal {
  ring(): void;
  /** Resolves at the next ring since the last time it was heard, at the latest after `withinMs`. */
  heard(withinMs: number): Promise<void>;
}

export function createWakeSignal(): WakeSignal {
  let rung = false;
  let wake = () => {};
  return {
    ring() {
      rung = true;
      wake();
    },
    async heard(withinMs) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, withinMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
    },
  };
}
