export { createFairQueue, type FairQueue } from './fair-queue.ts';
export type { Count, LeasedLimit, Limit } from './limit.ts';
export * from './limit-definitions.ts';
export { LimitsUnavailable, RateLimitExceeded, refusalOf } from './limit-errors.ts';
export { createLimits, type Limits, limitKey, NO_LIMITS } from './limits.ts';
export { OLD_LIMITS } from './limits-table.ts';
export { rememberResults } from './remember-results.ts';
export { createRoom, type Place, type Room } from './room.ts';
