import { ProductError } from '#contract/errors.ts';

/** The limits cannot be counted now, and what was asked for must not go on without. Answered as 503. */
export class LimitsUnavailable extends ProductError {
  constructor(cause: unknown) {
    super('unavailable');
    this.name = 'LimitsUnavailable';
    this.cause = cause;
  }
}
