export { getInfo } from './get-info.ts';
export { createIdentity, type Identity, type SignedInPerson } from './identity.ts';
export { identityRoutes } from './routes.ts';
