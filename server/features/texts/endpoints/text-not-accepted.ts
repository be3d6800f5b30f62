import { ERRORS, type ErrorCode, ProductError } from '#contract/errors.ts';

/** A message endpoint's answer to a text that it cannot take now. */
export class TextNotAccepted extends ProductError {
  readonly status: number;
  /** When to come back, in seconds; 0 when nobody knows. */
  readonly retryAfterSeconds: number;

  constructor(
    code: ErrorCode,
    message: string,
    { status = ERRORS[code].status as number, retryAfterSeconds = 0 } = {},
  ) {
    super(code, message);
    this.name = 'TextNotAccepted';
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
