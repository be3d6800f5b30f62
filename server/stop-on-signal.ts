/** Ctrl-C, a service manager, a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What hangs for longer is left to whoever comes next: PostgreSQL undoes what was not committed. */
const OUT_WITHIN_MS = 9_500;

/**
 * Stops in good order at the first signal, and exits. A signal that follows (npm and the terminal both send one) changes
 * nothing: cutting a stop short would leave PostgreSQL behind.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of SIGNALS) {
    process.on(signal, async () => {
      if (isStopping) return;
      isStopping = true;
      setTimeout(() => {
        console.error('Something that was under way did not end in time: it is cut off.');
        process.exit(1);
      }, OUT_WITHIN_MS).unref();
      try {
        await stop();
        process.exit(0);
      } catch (error) {
        console.error(error);
        process.exit(1);
      }
    });
  }
}
