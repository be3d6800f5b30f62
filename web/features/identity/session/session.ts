/** This tab's view of who is signed in. */
import type { AppUser } from '#web/app-context.tsx';
import { call, onUnauthorized } from '#web/http.ts';
import { Listeners } from '#web/listeners.ts';
import { readStoredUser, storeUser, USER_KEY } from './stored-user.ts';

interface ProviderUser {
  id: string;
  name: string;
  email: string;
  firstname: string;
  lastname: string;
  initials: string;
  phonenumber: string;
}

/** undefined until the first check is done. */
let current: AppUser | null | undefined;
let checks = 0;
let replacing: Promise<unknown> | undefined;
const listeners = new Listeners<AppUser | null>();

export function currentUser(): AppUser | null | undefined {
  return current;
}

/**
 * Calls `listener` with the signed-in user, or null: as soon as it is known, and after every change, in another tab too
 * (spec §4, §7). Returns a function that removes the listener.
 */
export function onSessionChange(listener: (user: AppUser | null) => void): () => void {
  if (current !== undefined) listener(current);
  return listeners.add(listener);
}

/** Sets and stores the signed-in user, and notifies the listeners of a change. */
export function setSessionUser(user: AppUser | null): void {
  // The answers of checks that began earlier are about an old session.
  checks += 1;
  const isChanged = current === undefined || JSON.stringify(current) !== JSON.stringify(user);
  current = user;
  storeUser(user);
  if (isChanged) listeners.notify(user);
}

/** Asks the server who is signed in. Without an answer the stored user stays: a lost network signs nobody out. */
export async function checkSession(): Promise<void> {
  checks += 1;
  const check = checks;
  if (replacing) await replacing;
  const user = await fetchSessionUser().catch(() => readStoredUser());
  if (check === checks) setSessionUser(user);
}

/**
 * Runs a call that replaces this browser's session. Until its answer brings the new cookie the old one is invalid, so
 * session checks wait for it; otherwise they would find the person signed out.
 */
export function replaceSession<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  const answer = run();
  replacing = answer.catch(() => {});
  return answer;
}

/**
 * Checks the session now, and whenever it may have changed: after a 401, when another tab signed in or out, and when the
 * network returns. Returns a function that stops this.
 */
export function watchSession(): () => void {
  const check = () => void checkSession();
  const onStorage = (event: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (event.key === USER_KEY || event.key === null) check();
  };
  const stopListening = onUnauthorized(check);
  window.addEventListener('storage', onStorage);
  window.addEventListener('online', check);
  check();
  return () => {
    stopListening();
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('online', check);
  };
}

/** Ends the session, here and on the server (spec §7). Throws `CallError`; then the session continues. */
export async function signOut(): Promise<void> {
  await call('POST', '/api/identity/sign-out', {});
  setSessionUser(null);
}

/** The user of the session's cookie, from the identity provider; null without a valid session. Throws `CallError`. */
export async function fetchSessionUser(): Promise<AppUser | null> {
  const session = await call<{ user: ProviderUser } | null>('GET', '/api/identity/get-session');
  if (!session) return null;
  const { id, name, email, firstname, lastname, initials, phonenumber } = session.user;
  return { uid: id, email, displayName: name, firstname, lastname, initials, phonenumber };
}
