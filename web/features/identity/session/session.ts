import type { AppUser } from '#web/app-context.tsx';
import { fetchSessionUser } from './fetch-session-user.ts';
import { readStoredUser, storeUser } from './stored-user.ts';

type SessionListener = (user: AppUser | null) => void;

/** This tab's view of who is signed in. undefined until the first word about it. */
let current: AppUser | null | undefined;
let looks = 0;
let replacing: Promise<unknown> | undefined;
const listeners = new Set<SessionListener>();

export function currentUser(): AppUser | null | undefined {
  return current;
}

export function addSessionListener(listener: SessionListener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Keeps who is signed in, and tells the listeners when that is news. */
export function settleSession(user: AppUser | null): void {
  // Answers to questions asked before this are about a session that is over.
  looks += 1;
  const isNews = current === undefined || JSON.stringify(current) !== JSON.stringify(user);
  current = user;
  storeUser(user);
  if (isNews) for (const listener of listeners) listener(user);
}

/** Asks the server who is signed in. Without an answer the stored user stays: a lost network signs nobody out. */
export async function checkSession(): Promise<void> {
  looks += 1;
  const look = looks;
  if (replacing) await replacing;
  const user = await fetchSessionUser().catch(() => readStoredUser());
  if (look === looks) settleSession(user);
}

/**
 * Makes a call that ends this browser's session for a new one. Until its answer brings the new cookie the old one is
 * nobody's, so whoever asks meanwhile who is signed in waits for it.
 */
export function replaceSession<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const answer = call();
  replacing = answer.catch(() => {});
  return answer;
}
