import { ProductError } from '#contract/errors.ts';

/** Something was done more often than its limit allows. Answered with 429 and Retry-After. */
export class RateLimitExceeded extends ProductError {
  readonly waitSeconds: number;

  constructor(message: string, waitSeconds: number) {
    super('too_many', message);
    this.name = 'RateLimitExceeded';
    this.waitSeconds = waitSeconds;
  }

  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil(this.waitSeconds));
  }
}

/** The limits cannot be counted now, and the caller's limit fails closed. Answered with 503. */
export class LimitsUnavailable extends ProductError {
  constructor(cause: unknown) {
    super('unavailable');
    this.name = 'LimitsUnavailable';
    this.cause = cause;
  }
}
