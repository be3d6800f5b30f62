import { call } from '#web/http.ts';
import { fetchSessionUser } from './fetch-session-user.ts';
import { settleSession } from './session.ts';

/**
 * Signs in with email and password (spec §7). Throws `CallError` with the identity provider's message.
 * `goOn` is called in the same breath as the session's listeners, so that the screen changes once and not twice.
 */
export async function signIn(email: string, password: string, goOn?: () => void): Promise<void> {
  await call('POST', '/api/identity/sign-in/email', { email, password });
  const user = await fetchSessionUser();
  if (user === null) throw new Error('Your browser did not keep the sign-in. Please allow cookies for this site.');
  settleSession(user);
  goOn?.();
}
