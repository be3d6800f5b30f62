/**
 * All errors of the API by code, with HTTP status and default message. The response is `{error: {code, message}}`; a
 * `rejected` live frame has the same `error`.
 */
export const ERRORS = {
  not_signed_in: { status: 401, message: 'User is not signed in.' },
  not_found: { status: 404, message: 'There is nothing here, or it is not yours to see.' },
  not_connected: { status: 403, message: 'You are not connected with this person.' },
  invalid: { status: 400, message: 'That request could not be read.' },
  photo_missing: { status: 409, message: 'A photo of this message is not here. Please send it again.' },
  id_taken: { status: 409, message: 'This message id belongs to another message.' },
  not_the_gateway: { status: 403, message: 'This call does not come from the gateway.' },
  foreign_origin: { status: 403, message: 'This request came from another site.' },
  too_late: { status: 409, message: 'The texts have left. You can tell your friends that you’re OK.' },
  ask_closed: { status: 409, message: 'This has been closed. You can still write.' },
  too_large: { status: 413, message: 'That request is too large.' },
  too_many: { status: 429, message: 'Too many at once. Please wait a little.' },
  unavailable: { status: 503, message: 'Moodring is busy. Please try again.' },
  unexpected: { status: 500, message: 'Something went wrong on our side.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The `error` of a failed call or a rejected frame. */
export interface ErrorView {
  code: ErrorCode;
  message: string;
}

/** An error that the caller may see. Throw it where it is found; error-response.ts turns it into a response. */
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

/** The message for a missing or hidden mood (spec §8). */
export function noMoodData(uid: string): string {
  return `No mood data found for user with UID: ${uid}`;
}

/** The message for a sign-up while the operator has closed it (`SIGN_UP=closed`). */
export const SIGN_UP_CLOSED = 'Sign-up is closed here. Ask the person who runs it for an account.';

/** The message for a sign-up without a valid invitation, where one is needed (`SIGN_UP=invite`). */
export const INVITATION_NEEDED = 'You need an invitation to sign up here. Ask a friend for their link.';

/** The message for an invitation that is unknown, expired, used up or renewed. */
export const INVITATION_ENDED = 'This invitation has run out. Ask your friend for a new link.';
/** The message for a suspended person's sign-in. */
export const SUSPENDED = 'This account is suspended. Ask the person who runs this Moodring.';
