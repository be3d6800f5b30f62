import { ProductError } from '#contract/errors.ts';

/** Somebody did something more often than its limit allows. Answered as 429, with when there is room again. */
export class TooMany extends ProductError {
  readonly retryAfterSeconds: number;

  constructor(words: string, retryAfterSeconds: number) {
    super('too_many', words);
    this.name = 'TooMany';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
