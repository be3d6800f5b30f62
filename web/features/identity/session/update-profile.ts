import { call } from '#web/http.ts';
import { checkSession } from './session.ts';

interface Profile {
  displayName?: string;
  firstname?: string;
  lastname?: string;
  phonenumber?: string;
}

/** Changes the identity profile (spec §7). The server sets the display name to 'first last'. Throws `CallError`. */
export async function updateProfile({ displayName, ...own }: Profile): Promise<void> {
  await call('POST', '/api/identity/update-user', { name: displayName, ...own });
  await checkSession();
}
