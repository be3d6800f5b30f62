export { createIdentity, type Identity, type SignedInPerson } from './identity.ts';
export { isProviderCall } from './provider/allowed-calls.ts';
export { removeExpired } from './sessions/remove-expired.ts';
