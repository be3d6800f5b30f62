/** The code of the invitation that was opened in this tab. It survives sign-up and log-in, no log-out, and is in no address but its own. */
import { keep, readKept } from '#web/storage.ts';

const KEY = 'invite';

export const pendingInvite = {
  read: (): string | undefined => readKept(KEY, 'sessionStorage') ?? undefined,
  keep: (code: string): void => keep(KEY, code, 'sessionStorage'),
  /** Call this when the invitation was accepted, declined or found to have ended, and at a log-out. */
  forget: (): void => keep(KEY, null, 'sessionStorage'),
};

/** The address that follows a login: /mood (spec §2), the invitation that was opened before, or the card of a friend who asks. */
export function screenAfterLogin(): '/mood' | '/join' | '/cares' {
  if (pendingInvite.read() !== undefined) return '/join';
  return window.history.state?.writeTo ? '/cares' : '/mood';
}
