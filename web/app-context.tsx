import { createContext, useContext } from 'react';
import type { Language } from '#contract/account/languages.ts';
import { isBlank } from '#contract/is-blank.ts';
import type { Mood } from '#contract/moods.ts';
import type { ChosenMood } from '#contract/views.ts';

/** The signed-in person, as stored in the browser (spec §3). Contains no secrets. */
export interface AppUser {
  uid: string;
  email: string;
  displayName: string;
  firstname: string;
  lastname: string;
  initials: string;
  phonenumber: string;
  photo?: string | null;
  /** null until a browser says it. */
  language?: Language | null;
}

export interface AppState {
  /** undefined while unknown; null when signed out. */
  appUser: AppUser | null | undefined;
  appUserMood: Mood | null;
  /** Otherwise it is the Green of a new account. */
  hasChosenMood: boolean;
  /** Keeps the later choice: an older mood changes nothing. */
  setAppUserMood: (mood: ChosenMood) => void;
  /** The uid of the open chat (the specification's spelling). */
  appCurrentReciever: string | null;
  setAppCurrentReciever: (uid: string | null) => void;
}

export const AppContext = createContext<AppState | null>(null);

/** The app-wide context (spec §3). */
export function useApp(): AppState {
  const state = useContext(AppContext);
  if (state === null) throw new Error('useApp is used outside of <AppProvider>.');
  return state;
}

/** A person's initials, or without a name those of their email: ada.lovelace@… gives AL. */
export function shownInitials({ initials, email }: Pick<AppUser, 'initials' | 'email'>): string {
  if (!isBlank(initials)) return initials;
  const parts = email.replace(/@.*/, '').split(/[._+-]+/);
  // Spread splits by code points: half a surrogate pair is not a character.
  const firsts = parts.flatMap((part) => [...part].slice(0, 1));
  return firsts.slice(0, 2).join('').toUpperCase();
}
