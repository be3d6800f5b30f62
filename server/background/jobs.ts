import type { Logger } from 'pino';
import { createWorkLoop } from './work-loop.ts';

/** Repeated work of each node. A job takes what no other node has taken. */
export interface Job {
  name: string;
  everyMs: number;
  /** @param signal aborted at a stop: long work ends with its next step */
  run(signal: AbortSignal): Promise<unknown>;
}

/** Each job runs at once, and again `everyMs` after it has ended. Of failures in a row the first one is logged. */
export function startJobs(jobs: readonly Job[], log: Logger) {
  const running = jobs.map((job) => startJob(job, log));
  return {
    workers: running.map(({ worker }) => worker),
    async stop(): Promise<void> {
      await Promise.all(running.map(({ stop }) => stop()));
    },
  };
}

function startJob({ name, everyMs, run }: Job, log: Logger) {
  const stopping = new AbortController();
  let isFailing = false;
  const loop = createWorkLoop({
    async round() {
      try {
        await run(stopping.signal);
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ job: name, err: error }, 'a job failed, and will be done later');
        isFailing = true;
      }
      return false;
    },
    pollMs: everyMs,
  });
  loop.start();
  return {
    worker: { name, isBusy: loop.isBusy },
    async stop() {
      stopping.abort();
      await loop.stop();
    },
  };
}
