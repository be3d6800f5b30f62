import type { AppUser } from './app-context.tsx';
import { keep, readKept } from './storage.ts';

export const USER_KEY = 'user';

const FIELDS = ['uid', 'email', 'displayName', 'firstname', 'lastname', 'initials', 'phonenumber'] as const;

/** The user of the last visit, or null. An unreadable entry counts as null: the server is asked in any case. */
export function readStoredUser(): AppUser | null {
  try {
    const stored = JSON.parse(readKept(USER_KEY) ?? 'null');
    return FIELDS.every((field) => typeof stored?.[field] === 'string') ? stored : null;
  } catch {
    return null;
  }
}

export function storeUser(user: AppUser | null): void {
  keep(USER_KEY, user && JSON.stringify({ ...user, language: undefined }));
}
