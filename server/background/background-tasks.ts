import type { Logger } from 'pino';
import type { BackgroundWorker } from './when-settled.ts';

/** Work after the answer, because its time would show whether an email has an account. */
export interface BackgroundTasks extends BackgroundWorker {
  run(what: string, work: () => Promise<void>): void;
  close(): Promise<void>;
}

export function createBackgroundTasks(log: Logger): BackgroundTasks {
  const underWay = new Set<Promise<void>>();
  return {
    name: 'tasks',
    isBusy: () => underWay.size > 0,
    run(what, work) {
      const done = work()
        .catch((error) => log.warn({ err: error, what }, 'work in the background failed'))
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    async close() {
      await Promise.all(underWay);
    },
  };
}
