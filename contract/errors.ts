import { en, type Words } from '#languages';

/** All errors of the API by code, with the HTTP status. The answer is `{error: {code, message}}`; so is a `rejected` live frame. */
export const ERRORS = {
  not_signed_in: 401,
  not_found: 404,
  not_connected: 403,
  invalid: 400,
  photo_missing: 409,
  id_taken: 409,
  not_the_gateway: 403,
  foreign_origin: 403,
  too_late: 409,
  ask_closed: 409,
  too_large: 413,
  too_many: 429,
  unavailable: 503,
  unexpected: 500,
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** Picks a message from the reader's language. */
export type Say = (t: Words) => string;

/** The message of each code, for errors that bring none of their own. */
const DEFAULT: Record<ErrorCode, Say> = {
  not_signed_in: (t) => t.userIsNotSignedIn,
  not_found: (t) => t.nothingIsHere,
  not_connected: (t) => t.youAreNotConnected,
  invalid: (t) => t.requestCouldNotBeRead,
  photo_missing: (t) => t.photoOfMessageIsMissing,
  id_taken: (t) => t.messageIdIsTaken,
  not_the_gateway: (t) => t.notFromTheGateway,
  foreign_origin: (t) => t.cameFromAnotherSite,
  too_late: (t) => t.textsHaveLeft,
  ask_closed: (t) => t.thisHasBeenClosed,
  too_large: (t) => t.requestIsTooLarge,
  too_many: (t) => t.tooManyAtOnceWait,
  unavailable: (t) => t.moodringIsBusy,
  unexpected: (t) => t.wentWrongOnOurSide,
};

/** The `error` of a failed call or a rejected frame. */
export interface ErrorView {
  code: ErrorCode;
  message: string;
}

/** An error that the caller may see. Throw it where it is found; error-response.ts turns it into a response. */
export class ProductError extends Error {
  readonly code: ErrorCode;
  readonly say: Say;

  constructor(code: ErrorCode, say = DEFAULT[code]) {
    super(say(en));
    this.name = 'ProductError';
    this.code = code;
    this.say = say;
  }

  /** @param t the words of the reader's language; English for programs */
  view(t: Words = en): ErrorView {
    return { code: this.code, message: this.say(t) };
  }
}
