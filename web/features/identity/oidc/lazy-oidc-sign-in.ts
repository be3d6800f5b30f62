import { late } from '#web/use-late-chunk.ts';

/** `OidcSignIn`, for both forms. */
export const LazyOidcSignIn = late(() => import('./oidc-sign-in.tsx'), 'OidcSignIn');
