export { createIdentity, type Identity } from './identity.ts';
export { isProviderCall } from './provider/allowed-calls.ts';
export { isInviteCode, OPEN_INVITE } from './provider/open-invite.ts';
export type { SignedInPerson } from './sessions/find-person.ts';
export { hasSessionCookie } from './sessions/has-session-cookie.ts';
export { removeExpired } from './sessions/remove-expired.ts';
