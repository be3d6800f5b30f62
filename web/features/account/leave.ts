import { replaceSession, settleSession } from '#web/features/identity/index.ts';
import { call } from '#web/http.ts';

/**
 * Removes a person's account for good, and what this browser keeps of it. Throws `CallError`, also on a wrong password.
 * `goOn` is called in the same breath as the session's listeners, so that the screen changes once and not twice.
 */
export async function leave(uid: string, password: string, goOn: () => void): Promise<void> {
  await replaceSession(async () => {
    await call('POST', `/api/users/${uid}/leave`, { password });
    // Takes the cookie along; the session is gone in any case.
    await call('POST', '/api/identity/sign-out', {}).catch(() => {});
  });
  forget(localStorage, uid);
  forget(sessionStorage, uid);
  settleSession(null);
  goOn();
}

/** Drafts, and messages on their way: their keys name whose they are. */
function forget(storage: Storage, uid: string): void {
  for (const key of Object.keys(storage)) if (key.includes(uid)) storage.removeItem(key);
}
