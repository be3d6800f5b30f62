import { ProductError, type Say } from '#contract/errors.ts';

/** Something was done more often than its limit allows. Answered with 429 and Retry-After. */
export class RateLimitExceeded extends ProductError {
  readonly waitSeconds: number;

  constructor(say: Say, waitSeconds: number) {
    super('too_many', say);
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

/** Why something was not counted; undefined when it was. Other errors are thrown. */
export async function refusalOf(
  counting: Promise<void> | undefined,
): Promise<RateLimitExceeded | LimitsUnavailable | undefined> {
  try {
    await counting;
  } catch (error) {
    if (error instanceof RateLimitExceeded || error instanceof LimitsUnavailable) return error;
    throw error;
  }
}
