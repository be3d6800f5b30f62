/** The code of the invitation that was opened in this tab. It survives sign-up and log-in, and is in no address but its own. */

const KEY = 'invite';

/** Holds the code when it cannot be stored, as in some private windows: then it does not survive a reload. */
let unstored: string | undefined;

export const pendingInvite = {
  read(): string | undefined {
    try {
      return unstored ?? sessionStorage.getItem(KEY) ?? undefined;
    } catch {
      return unstored;
    }
  },

  keep(code: string): void {
    try {
      sessionStorage.setItem(KEY, code);
    } catch {
      unstored = code;
    }
  },

  /** Call this when the invitation was accepted, declined or found to have ended. */
  forget(): void {
    unstored = undefined;
    try {
      sessionStorage.removeItem(KEY);
    } catch {}
  },
};

/** The address that follows a login: /mood (spec §2), or the invitation that was opened before. */
export function screenAfterLogin(): '/mood' | '/join' {
  return pendingInvite.read() === undefined ? '/mood' : '/join';
}
