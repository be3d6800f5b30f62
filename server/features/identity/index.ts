export { createIdentity, type Identity, type SignedInPerson } from './identity.ts';
export { isNumberAlone, readPhoneNumber, withoutSeparators } from './phone-number.ts';
export { isProviderCall } from './provider-calls.ts';
export { identityRoutes } from './routes.ts';
export { sweepExpired } from './sweep-expired.ts';
export { VISIBLE_PERSON } from './visible-person.ts';
