import type { Logger } from 'pino';

export type BackgroundTasks = ReturnType<typeof createBackgroundTasks>;

/** Work after the answer, because its time would show whether an email has an account. */
export function createBackgroundTasks(log: Logger) {
  const underWay = new Set<Promise<void>>();
  return {
    name: 'tasks',
    isBusy: () => underWay.size > 0,
    run(what: string, work: () => Promise<void>): void {
      const done = work()
        .catch((error) => log.warn({ err: error, what }, 'work in the background failed'))
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    async close(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}
