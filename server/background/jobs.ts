import type { Logger } from 'pino';
import type { BackgroundWorker } from './when-settled.ts';

/** Work that a node does again and again for as long as it runs. All nodes do it, so a job takes what no other one has taken. */
export interface Job extends Pick<BackgroundWorker, 'name' | 'hasDueWork'> {
  everyMs: number;
  /** @param signal aborted at a stop: long work ends with its next step */
  run(signal: AbortSignal): Promise<unknown>;
}

interface RunningJobs {
  workers: BackgroundWorker[];
  /** Waits for the work under way. */
  stop(): Promise<void>;
}

/** Each job runs at once, and again `everyMs` after it has ended. Of failures in a row the first one is logged. */
export function startJobs(jobs: readonly Job[], log: Logger): RunningJobs {
  const running = jobs.map((job) => startJob(job, log));
  return {
    workers: running.map(({ worker }) => worker),
    async stop() {
      await Promise.all(running.map(({ stop }) => stop()));
    },
  };
}

function startJob({ name, everyMs, run, hasDueWork }: Job, log: Logger) {
  const stopping = new AbortController();
  let isBusy = false;
  let isFailing = false;
  let endPause = () => {};

  async function runOnce(): Promise<void> {
    isBusy = true;
    try {
      await run(stopping.signal);
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ job: name, err: error }, 'a job failed, and will be done later');
      isFailing = true;
    }
    isBusy = false;
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, everyMs).unref();
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function repeat(): Promise<void> {
    while (!stopping.signal.aborted) {
      await runOnce();
      if (!stopping.signal.aborted) await pause();
    }
  }

  const repeated = repeat();
  const worker: BackgroundWorker = {
    name,
    isBusy: () => isBusy,
    look: () => endPause(),
    ...(hasDueWork && { hasDueWork }),
  };
  return {
    worker,
    async stop() {
      stopping.abort();
      endPause();
      await repeated;
    },
  };
}
