import { ProductError } from '#contract/errors.ts';

/** Somebody did something more often than its limit allows. Answered as 429, with when there is room again. */
export class RateLimitExceeded extends ProductError {
  readonly retryAfterSeconds: number;

  constructor(words: string, retryAfterSeconds: number) {
    super('too_many', words);
    this.name = 'RateLimitExceeded';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
