import { ProductError } from '#contract/errors.ts';

/** Something was done more often than its limit allows. Answered with 429 and Retry-After. */
export class RateLimitExceeded extends ProductError {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super('too_many', message);
    this.name = 'RateLimitExceeded';
    this.retryAfterSeconds = retryAfterSeconds;
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
