/**
 * The provider's calls that the product makes. The provider mounts many more (other ways to sign in, changes of email,
 * lists of sessions with their tokens, its own health): those answer as addresses do where nothing is.
 */
export const PROVIDER_CALLS: ReadonlySet<string> = new Set([
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /sign-out',
  'GET /get-session',
  'POST /update-user',
  'POST /change-password',
]);

/** @param url the whole address, as it was asked for: a path that is only spelled like a call's is none */
export function isProviderCall(method: string, url: string): boolean {
  return PROVIDER_CALLS.has(`${method} ${new URL(url).pathname.replace('/api/identity', '')}`);
}
