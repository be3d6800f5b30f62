import { changeSession } from '#web/change-session.ts';
import { setSessionUser } from '#web/features/identity/index.ts';
import { call } from '#web/http.ts';

/**
 * Deletes a person's account, and their data in this browser. Throws `CallError`, also for a wrong password.
 * `navigateOn` runs together with the session's listeners, so that the screen changes once and not twice.
 */
export async function leave(uid: string, password: string, navigateOn: () => void): Promise<void> {
  await changeSession(async () => {
    await call('POST', `/api/users/${uid}/leave`, { password });
    // Removes the cookie; the session has ended in any case.
    await call('POST', '/api/identity/sign-out', {}).catch(() => {});
    removeDataOf(uid, localStorage);
    removeDataOf(uid, sessionStorage);
    setSessionUser(null);
    navigateOn();
  });
}

/** Removes drafts and outgoing messages: their keys contain the uid. */
function removeDataOf(uid: string, storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.includes(uid)) storage.removeItem(key);
}
