import { createContext, useContext } from 'react';
import type { Mood } from '#contract/moods.ts';
import type { ChosenMood } from '#contract/views.ts';

/** The signed-in person, as the browser keeps them (spec §3). No secrets. */
export interface AppUser {
  uid: string;
  email: string;
  displayName: string;
  firstname: string;
  lastname: string;
  initials: string;
  phonenumber: string;
}

export interface AppState {
  /** undefined: not known yet. null: signed out. */
  appUser: AppUser | null | undefined;
  appUserMood: Mood | null;
  /** Of two moods the one that was chosen later holds. */
  setAppUserMood: (mood: ChosenMood) => void;
  /** The uid of the chat that is open (the specification's spelling). */
  appCurrentReciever: string | null;
  setAppCurrentReciever: (uid: string | null) => void;
}

export const AppContext = createContext<AppState | null>(null);

/** What the whole app knows about the person at this browser (spec §3). */
export function useApp(): AppState {
  const state = useContext(AppContext);
  if (state === null) throw new Error('useApp needs the frame around it.');
  return state;
}
