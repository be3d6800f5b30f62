import { setTimeout as pause } from 'node:timers/promises';

export interface BackgroundWorker {
  name: string;
  isBusy(): boolean;
  /** Whether the database holds work for it that is due now. Retries and held texts are due later. */
  hasDueWork?(): Promise<boolean>;
  wake?(): void;
}

const LOOK_EVERY_MS = 5;

/** Resolves when no worker is busy or has due work. @throws {Error} when the signal is aborted, with the names of the others */
export async function whenSettled(workers: readonly BackgroundWorker[], signal: AbortSignal): Promise<void> {
  // Twice in a row: during one look a worker may take work and pass it on to another that was looked at before.
  for (let quietLooks = 0; quietLooks < 2; ) {
    const unsettled = await findUnsettled(workers);
    quietLooks = unsettled.length === 0 ? quietLooks + 1 : 0;
    if (quietLooks > 0) continue;
    if (signal.aborted) throw new Error(`Still at work in the background: ${unsettled.join(', ')}`);
    await pause(LOOK_EVERY_MS);
  }
}

async function findUnsettled(workers: readonly BackgroundWorker[]): Promise<string[]> {
  const names = await Promise.all(
    workers.map(async (worker) => {
      const isDue = !worker.isBusy() && (await worker.hasDueWork?.());
      if (isDue) worker.wake?.();
      return isDue || worker.isBusy() ? worker.name : [];
    }),
  );
  return names.flat();
}
