/** Ctrl-C, a service manager, a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

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
