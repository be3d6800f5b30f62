import { call } from '#web/http.ts';
import { settleSession } from './session.ts';

/** Ends the session, here and on the server (spec §7). Throws `CallError` when the server could not be told. */
export async function signOut(): Promise<void> {
  await call('POST', '/api/identity/sign-out', {});
  settleSession(null);
}
