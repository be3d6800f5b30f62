import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { fetchSessionUser, setSessionUser } from './session.ts';

export type SignUpFields = Record<'firstname' | 'lastname' | 'email' | 'password' | 'phonenumber', string>;

/**
 * Signs in with email and password (spec §7). Throws `CallError` with the identity provider's message.
 * `navigateOn` runs together with the session's listeners, so that the screen changes once and not twice.
 */
export async function signIn(email: string, password: string, navigateOn?: () => void): Promise<void> {
  await call('POST', '/api/identity/sign-in/email', { email, password });
  await openSession(navigateOn);
}

/** Shows the person of the new session. `navigateOn` as for `signIn`. */
export async function openSession(navigateOn?: () => void): Promise<void> {
  const user = await fetchSessionUser();
  if (user === null) throw new Error(t.browserDidNotKeepTheLogIn);
  setSessionUser(user);
  navigateOn?.();
}

/** Does not sign in (spec §7). `inviteCode` is needed where sign-up is by invitation. Throws `CallError`. */
export async function signUp(fields: SignUpFields, inviteCode?: string): Promise<void> {
  const name = `${fields.firstname} ${fields.lastname}`;
  await call('POST', '/api/identity/sign-up/email', { ...fields, name, inviteCode });
}
