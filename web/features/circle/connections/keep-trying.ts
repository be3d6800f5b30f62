import { CallError } from '#web/http.ts';
import { backoff } from '#web/live/index.ts';

/** How a query that shows no error goes on: what may pass by itself is tried until it does, with growing pauses. */
export const keepTrying = {
  retry: (_failures: number, error: Error) => mayPass(error),
  retryDelay: (failures: number) => backoff(failures + 1),
};

function mayPass(error: Error): boolean {
  if (!(error instanceof CallError)) return true;
  return error.code === 'offline' || error.status === 429 || error.status >= 500;
}
