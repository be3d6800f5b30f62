import { APIError } from 'better-auth/api';
import type { Say } from '#contract/errors.ts';
import { en, type Words } from '#languages';

/** What people read when the provider refuses, by its codes and ours. Its other refusals are for programs, in English. */
const REFUSALS = {
  INVALID_EMAIL: (t) => t.invalidEmail,
  INVALID_EMAIL_OR_PASSWORD: (t) => t.invalidEmailOrPassword,
  INVALID_PASSWORD: (t) => t.invalidPassword,
  PASSWORD_TOO_SHORT: (t) => t.passwordTooShort,
  PASSWORD_TOO_LONG: (t) => t.passwordTooLong,
  PASSWORD_COMPROMISED: (t) => t.passwordIsCompromised,
  INVALID_FIELD: (t) => t.requestCouldNotBeRead,
  NO_PASSWORD: (t) => t.accountHasNoPassword,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: (t) => t.emailHasAnAccount,
  SIGN_UP_CLOSED: (t) => t.signUpIsClosed,
  INVITATION_NEEDED: (t) => t.invitationIsNeeded,
  INVITATION_ENDED: (t) => t.invitationHasRunOut,
  SUSPENDED: (t) => t.accountIsSuspended,
  PASSKEY_NOT_FOUND: (t) => t.passkeyNotFound,
  USER_NOT_VERIFIED: (t) => t.deviceDidNotCheckYou,
  AUTHENTICATION_FAILED: (t) => t.authenticationFailed,
  CHALLENGE_NOT_FOUND: (t) => t.challengeNotFound,
} satisfies Record<string, Say>;

type Code = keyof typeof REFUSALS;

export function refusal(status: ConstructorParameters<typeof APIError>[0], code: Code): APIError {
  return new APIError(status, { code, message: REFUSALS[code](en) });
}

export function fieldCannotBeStored(field: string): Say {
  return (t) => t.fieldCannotBeStored({ field: field as 'other' });
}

/** @param refused the body of a refusal */
export function wordsOfRefusal(refused: Record<string, unknown> | undefined): Say | undefined {
  if (refused?.field) return fieldCannotBeStored(String(refused.field));
  return REFUSALS[refused?.code as Code];
}

/** The provider's answer; a refusal has the words of the caller's language. */
export async function translateRefusal(answer: Response, t: Words): Promise<Response> {
  if (answer.status < 400 || !answer.headers.get('content-type')?.includes('json')) return answer;
  const refused = await answer.json();
  const say = wordsOfRefusal(refused);
  return Response.json(say ? { ...refused, field: undefined, message: say(t) } : refused, answer);
}
