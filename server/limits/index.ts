export { createFairQueue } from './fair-queue.ts';
export type { Count, SharedLimit } from './limit.ts';
export * from './limit-definitions.ts';
export { RateLimitExceeded } from './limit-errors.ts';
export { type Limits, limitKey, NO_LIMITS, openLimits } from './limits.ts';
export { LimitsUnavailable } from './limits-unavailable.ts';
