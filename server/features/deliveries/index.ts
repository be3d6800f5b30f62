export { attempt, MAX_RETRY_DELAY_MS, postponed, retryAfterMs } from './attempt.ts';
export type { Channel, Delivery, Outcome, Queue } from './channel.ts';
export { Gone, Misconfigured, Refused, RetryLater, reasonOf, Unreachable } from './errors.ts';
export { storeIn } from './queue.ts';
export { createWorker, DEFAULT_WORKER_OPTIONS, type Worker, type WorkerOptions } from './worker.ts';
