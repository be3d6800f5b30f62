import type { Mood } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import { call } from '#web/http.ts';
import { MoodSender, type WaitingChoice } from './mood-sender.ts';

let current: { uid: string; sender: MoodSender } | undefined;

/** This tab's sender of a person's moods. It stays the same until another person signs in. */
export function moodSender(uid: string): MoodSender {
  if (current?.uid !== uid) {
    current?.sender.stop();
    current = { uid, sender: new MoodSender(uid, storage, (choice) => putMood(uid, choice)) };
  }
  return current.sender;
}

/**
 * Chooses a mood for a person.
 * @returns null when it waits for a connection, and a notice says so
 * @throws {CallError} when the server refused it
 */
export function shareMood(uid: string, mood: Mood): Promise<SharedMood | null> {
  return moodSender(uid).share(mood);
}

/** Not `localStorage` itself: where the browser forbids it, reading the variable throws. */
const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
};

/** Stores the choice at users/{uid}/info/mood (spec §4); the server notifies and texts friends. */
function putMood(uid: string, { mood, requestId }: WaitingChoice): Promise<SharedMood> {
  return call('PUT', `/api/users/${encodeURIComponent(uid)}/info/mood`, { mood, requestId });
}
