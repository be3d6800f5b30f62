import { call } from '#web/http.ts';
import { checkSession } from './session.ts';

/**
 * Changes the identity profile (spec §7). Throws `CallError`.
 * @public an identity call of the specification that no screen makes
 */
export async function updateProfile({ displayName }: { displayName: string }): Promise<void> {
  await call('POST', '/api/identity/update-user', { name: displayName });
  await checkSession();
}
