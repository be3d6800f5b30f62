import { signOut } from '#web/features/identity/index.ts';
import { call } from '#web/http.ts';

/**
 * Removes a person's account for good, and what this browser keeps of it. Throws `CallError`, also on a wrong password.
 * `goOn` is called before the session's listeners, so that no screen is left that needs one.
 */
export async function leave(uid: string, password: string, goOn: () => void): Promise<void> {
  await call('POST', `/api/users/${uid}/leave`, { password });
  forget(localStorage, uid);
  forget(sessionStorage, uid);
  goOn();
  // Takes the cookie along; the session is gone in any case.
  await signOut().catch(() => {});
}

/** Drafts, and messages on their way: their keys name whose they are. */
function forget(storage: Storage, uid: string): void {
  for (const key of Object.keys(storage)) if (key.includes(uid)) storage.removeItem(key);
}
