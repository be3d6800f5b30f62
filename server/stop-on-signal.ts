const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** After this the process exits anyway. PostgreSQL rolls back what was not committed. */
const STOP_TIMEOUT_MS = 9_500;

/** Stops once and exits. npm and the terminal both send signals; a cut stop would leave PostgreSQL running. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of SIGNALS) {
    process.on(signal, async () => {
      if (isStopping) return;
      isStopping = true;
      setTimeout(() => {
        console.error('The stop took too long: the work that is left was cut off.');
        process.exit(1);
      }, STOP_TIMEOUT_MS).unref();
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
