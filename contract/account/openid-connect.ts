import { ERRORS, INVITATION_ENDED, INVITATION_NEEDED, SIGN_UP_CLOSED, SUSPENDED } from '../errors.ts';

/** Why a log-in with the provider of the operator did not work: the `error` in the address of /login. */
export const OIDC_REFUSALS = {
  closed: SIGN_UP_CLOSED,
  invitation: INVITATION_NEEDED,
  invitation_ended: INVITATION_ENDED,
  suspended: SUSPENDED,
  too_many: ERRORS.too_many.message,
  taken: 'An account here has this email. Please log in as you did before.',
  ended:
    'You have ended this kind of log-in. Log in with your password; in Settings, under You, you can allow it again.',
  no_email: 'We were not told your email, and need one.',
  denied: 'That log-in was stopped. You can try again.',
  failed: 'That log-in did not work. Please try again.',
} as const;

export type OidcRefusal = keyof typeof OIDC_REFUSALS;
