import * as t from '#language';

/** Why a log-in with the provider of the operator did not work: the `error` in the address of /login. */
export const OIDC_REFUSALS = {
  closed: t.signUpIsClosed,
  invitation: t.invitationIsNeeded,
  invitation_ended: t.invitationHasRunOut,
  suspended: t.accountIsSuspended,
  too_many: t.tooManyAtOnceWait,
  taken: t.emailIsTakenLogInAsBefore,
  ended: t.youEndedThisLogIn,
  no_email: t.weNeedYourEmail,
  denied: t.logInWasStopped,
  failed: t.logInDidNotWork,
} as const;

export type OidcRefusal = keyof typeof OIDC_REFUSALS;
