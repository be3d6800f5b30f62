export { attempt, MAX_RETRY_DELAY_MS, postponed, retryAfterMs } from './attempt.ts';
export { callService, errorOf, readJson, readLimitedBody, readProviderId } from './call-service.ts';
export type { Channel, Delivery, Outcome, Queue } from './channel.ts';
export { Gone, Misconfigured, Refused, RetryLater, reasonOf } from './errors.ts';
export { storeIn } from './queue.ts';
export { createWorker, DEFAULT_WORKER_OPTIONS, type Worker } from './worker.ts';
