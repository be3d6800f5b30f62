export {
  DIGIT_SEARCHES,
  MESSAGES,
  NEW_CONNECTIONS,
  PASSWORD_TRIES,
  PASSWORD_TRIES_AT_HOME,
  PASSWORD_TRIES_INSIDE,
  SEARCHES,
  SUPPORT_CALLS,
  TEXTS_BY_HAND,
  TEXTS_BY_ONE,
  TEXTS_TO_ONE,
} from './every-limit.ts';
export type { SharedLimit } from './limit.ts';
export { type Limits, NO_LIMITS, openLimits } from './limits.ts';
export { TooMany } from './too-many.ts';
