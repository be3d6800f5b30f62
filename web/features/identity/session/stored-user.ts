import type { AppUser } from '#web/app-context.tsx';

/** The key of the signed-in user in local storage (spec §3). */
export const USER_KEY = 'user';

const FIELDS = ['uid', 'email', 'displayName', 'firstname', 'lastname', 'initials', 'phonenumber'] as const;

/** The user, when the storage did not accept it. */
let unstored: AppUser | null = null;

/** The user of the last visit, or null. An unreadable entry counts as null: the server is asked in any case. */
export function readStoredUser(): AppUser | null {
  if (unstored) return unstored;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(USER_KEY) ?? 'null');
    return isAppUser(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Stores the user on sign-in, removes it on sign-out (spec §4). Without storage the user stays in memory. */
export function storeUser(user: AppUser | null): void {
  unstored = null;
  try {
    if (user === null) localStorage.removeItem(USER_KEY);
    else localStorage.setItem(USER_KEY, JSON.stringify(user));
  } catch {
    // Private windows and full disks refuse; the session's cookie still works.
    unstored = user;
  }
}

function isAppUser(value: unknown): value is AppUser {
  return (
    typeof value === 'object' &&
    value !== null &&
    FIELDS.every((field) => typeof (value as Record<string, unknown>)[field] === 'string')
  );
}
