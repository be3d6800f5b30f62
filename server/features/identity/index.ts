export { createIdentity, type Identity } from './identity.ts';
export { isProviderCall } from './provider/allowed-calls.ts';
export { removePerson } from './remove-person.ts';
export type { SignedInPerson } from './sessions/find-person.ts';
export { hasSessionCookie } from './sessions/has-session-cookie.ts';
export { removeExpired } from './sessions/remove-expired.ts';
export { endSessions } from './sessions/session-store.ts';
export { suspend } from './suspend.ts';
