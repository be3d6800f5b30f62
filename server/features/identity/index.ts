export { getInfo } from './get-info.ts';
export { createIdentity, type EndedSession, type Identity, type SignedInPerson } from './identity.ts';
export { identityRoutes } from './routes.ts';
