import type { AppUser } from '#web/app-context.tsx';
import { allowReads, changeSession, sessionChange } from '#web/calls/change-session.ts';
import { call, unauthorized } from '#web/calls/http.ts';
import { pendingInvite } from '#web/features/invites/index.ts';
import { keepOnlyAnswersOf } from '#web/kept/index.ts';
import { neededWork } from '#web/loading/pending-work.ts';
import { clearDatabase } from '#web/outbox/index.ts';
import { Listeners } from '#web/store.ts';
import { readStoredUser, storeUser, USER_KEY } from '#web/stored-user.ts';

type ProviderUser = Required<Omit<AppUser, 'uid' | 'displayName'>> & { id: string; name: string };

let current: AppUser | null | undefined;
let checks = 0;
const listeners = new Listeners<AppUser | null>();

/** Calls `listener` with the user, or null, once known and after every change, in another tab too (spec §4, §7). */
export function onSessionChange(listener: (user: AppUser | null) => void): () => void {
  if (current !== undefined) listener(current);
  return listeners.add(listener);
}

/** The person has signed in, signed out (null) or left: notifies the listeners. A log-out keeps nothing that was not sent. */
export function setSessionUser(user: AppUser | null): void {
  if (user === null) {
    void clearDatabase();
    void keepOnlyAnswersOf(undefined);
    pendingInvite.forget();
  }
  setKnownUser(user);
}

/** Stores what is known of the session, and notifies the listeners of a change. */
function setKnownUser(user: AppUser | null): void {
  // The answers of checks that began earlier are about an old session.
  checks += 1;
  // Also after a log-out in another tab: the next person must not read who invited this one.
  if (current && current.uid !== user?.uid) pendingInvite.forget();
  const isChanged = current === undefined || JSON.stringify(current) !== JSON.stringify(user);
  current = user;
  allowReads(user !== null);
  storeUser(user);
  if (isChanged) listeners.notify(user);
}

/** Asks the server who is signed in. Without an answer the stored user stays: a lost network signs nobody out. */
export async function checkSession(): Promise<void> {
  checks += 1;
  const check = checks;
  const change = sessionChange();
  if (change) await change;
  const user = await neededWork.track(fetchSessionUser()).catch(() => readStoredUser());
  if (check === checks) setKnownUser(user);
}

/** Checks the session after a 401, when another tab signed in or out, and when the network or this page returns. Returns its end. */
export function watchSession(): () => void {
  const check = () => void checkSession();
  const onStorage = (event: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (event.key === USER_KEY || event.key === null) check();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    // The browser kept the page as it was left, without storage events: it may show the person before.
    if (persisted && readStoredUser()?.uid !== current?.uid) window.location.reload();
    else if (persisted) check();
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  signal.addEventListener('abort', unauthorized.add(check));
  window.addEventListener('storage', onStorage, { signal });
  window.addEventListener('online', check, { signal });
  window.addEventListener('pageshow', onPageShow, { signal });
  return () => stopping.abort();
}

/** Ends the session, here and on the server (spec §7). Throws `CallError`; then the session continues. */
export function signOut(): Promise<void> {
  return changeSession(async () => {
    await call('POST', '/api/identity/sign-out', {});
    setSessionUser(null);
  });
}

/** The user of the session's cookie, from the identity provider; null without a valid session. Throws `CallError`. */
export async function fetchSessionUser(): Promise<AppUser | null> {
  const session = await call<{ user: ProviderUser } | null>('GET', '/api/identity/get-session');
  if (!session) return null;
  const { id, name, email, firstname, lastname, initials, phonenumber, photo, language } = session.user;
  return { uid: id, email, displayName: name, firstname, lastname, initials, phonenumber, photo, language };
}
