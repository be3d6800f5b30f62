export { createFairQueue } from './fair-queue.ts';
export type { Count, SharedLimit } from './limit.ts';
export { type Limits, limitKey, NO_LIMITS, openLimits } from './limits.ts';
export { LimitsUnavailable } from './limits-unavailable.ts';
export * from './rate-limits.ts';
export { RateLimitExceeded } from './too-many.ts';
