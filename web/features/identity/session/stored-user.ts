import type { AppUser } from '#web/app-context.tsx';

/** Where the signed-in user object is kept in local browser storage (spec §3). */
export const USER_KEY = 'user';

const FIELDS = ['uid', 'email', 'displayName', 'firstname', 'lastname', 'initials', 'phonenumber'] as const;

/** Whom the storage did not take. */
let unstored: AppUser | null = null;

/** The user of the last visit, or null. What cannot be read counts as nobody: the server is asked in any case. */
export function readStoredUser(): AppUser | null {
  if (unstored) return unstored;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(USER_KEY) ?? 'null');
    return isAppUser(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Set when signed in, removed when signed out (spec §4). A browser that forbids storage works without it. */
export function storeUser(user: AppUser | null): void {
  unstored = null;
  try {
    if (user === null) localStorage.removeItem(USER_KEY);
    else localStorage.setItem(USER_KEY, JSON.stringify(user));
  } catch {
    // Private windows and full disks: the session's cookie is what counts.
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
