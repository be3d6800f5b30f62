import { createContext, useContext } from 'react';
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
  /** The id of their photo. */
  photo?: string | null;
}

export interface AppState {
  /** undefined while unknown; null when signed out. */
  appUser: AppUser | null | undefined;
  appUserMood: Mood | null;
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
