export { createIdentity, type Identity, type SignedInPerson } from './identity.ts';
export { identityRoutes } from './routes.ts';
export { visiblePerson } from './visible-person.ts';
