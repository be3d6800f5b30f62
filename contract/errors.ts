/**
 * Every error that the API answers with, by its code: HTTP status and default words.
 * An answer is `{error: {code, message}}`; a rejected live frame bears the same `error`.
 */
export const ERRORS = {
  not_signed_in: { status: 401, message: 'User is not signed in.' },
  not_found: { status: 404, message: 'There is nothing here, or it is not yours to see.' },
  not_connected: { status: 403, message: 'You are not connected with this person.' },
  invalid: { status: 400, message: 'That request could not be read.' },
  id_taken: { status: 409, message: 'This message id belongs to another message.' },
  foreign_origin: { status: 403, message: 'This request came from another site.' },
  too_large: { status: 413, message: 'That request is too large.' },
  too_many: { status: 429, message: 'Too many at once. Please wait a little.' },
  unavailable: { status: 503, message: 'Moodring is catching its breath. Please try again.' },
  unexpected: { status: 500, message: 'Something went wrong on our side.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** What a failed call or a rejected frame tells. */
export interface ErrorView {
  code: ErrorCode;
  message: string;
}

/** An error that may be shown to the person who caused it. Thrown where it is found, translated once at the edge. */
export class ProductError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string = ERRORS[code].message) {
    super(message);
    this.name = 'ProductError';
    this.code = code;
  }

  get view(): ErrorView {
    return { code: this.code, message: this.message };
  }
}

/** The words for a person's missing or hidden mood (spec §8). */
export function noMoodData(uid: string): string {
  return `No mood data found for user with UID: ${uid}`;
}
