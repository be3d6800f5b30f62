import type { AppUser } from '#web/app-context.tsx';
import { addSessionListener, currentUser } from './session.ts';

/** Tells who is signed in: once it is known, and on every change, in another tab too (spec §4, §7). Returns how to stop. */
export function onSessionChange(listener: (user: AppUser | null) => void): () => void {
  const user = currentUser();
  if (user !== undefined) listener(user);
  return addSessionListener(listener);
}
