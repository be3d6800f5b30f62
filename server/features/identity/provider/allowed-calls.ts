import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';

export const SIGN_UP = '/sign-up/email';
export const SIGN_IN = '/sign-in/email';
export const SIGN_OUT = '/sign-out';
export const GET_SESSION = '/get-session';
export const UPDATE_USER = '/update-user';
export const CHANGE_PASSWORD = '/change-password';
export const PASSKEY_OPTIONS = '/passkey/generate-authenticate-options';
export const SIGN_IN_BY_PASSKEY = '/passkey/verify-authentication';
export const VERIFY_PASSWORD = '/verify-password';
export const START_OIDC = '/oidc/start';
export const FINISH_OIDC = '/oidc/callback';
/** What opens a session. */
export const SIGN_INS: readonly string[] = [SIGN_IN, SIGN_IN_BY_PASSKEY, FINISH_OIDC];

/** The mounted calls. The provider's many others are answered like unknown addresses. */
export const PROVIDER_CALLS: ReadonlySet<string> = new Set([
  `POST ${SIGN_UP}`,
  `POST ${SIGN_IN}`,
  `POST ${SIGN_OUT}`,
  `GET ${GET_SESSION}`,
  `POST ${UPDATE_USER}`,
  `POST ${CHANGE_PASSWORD}`,
  `GET ${PASSKEY_OPTIONS}`,
  `POST ${SIGN_IN_BY_PASSKEY}`,
  `POST ${START_OIDC}`,
  `GET ${FINISH_OIDC}`,
]);

/** @param url the full address as requested: another spelling of a call's path is not a call */
export function isProviderCall(method: string, url: string): boolean {
  return PROVIDER_CALLS.has(`${method} ${new URL(url).pathname.replace('/api/identity', '')}`);
}

export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** The caller's address; '' for a call of our own without one. */
export function addressOf({ headers }: Pick<HookContext, 'headers'>): string {
  return headers?.get(CLIENT_ADDRESS_HEADER) ?? '';
}

type Hook = (ctx: HookContext) => Promise<unknown>;

type Paths = readonly string[] | 'all';

/** A plugin of the provider that runs before these calls. It may refuse them. */
export const before = (id: string, paths: Paths, hook: Hook) => plugin('before', id, paths, hook);

/** A plugin of the provider that runs after these calls. It may replace their answers. */
export const after = (id: string, paths: Paths, hook: Hook) => plugin('after', id, paths, hook);

function plugin(when: 'before' | 'after', id: string, paths: Paths, hook: Hook): BetterAuthPlugin {
  const matcher = ({ path = '' }: { path?: string }) => paths === 'all' || paths.includes(path);
  return { id, hooks: { [when]: [{ matcher, handler: createAuthMiddleware(hook) }] } };
}
