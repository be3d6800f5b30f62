import type { Mood } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import { call } from '#web/http.ts';

/** Writes the choice to users/{uid}/info/mood (spec §4); the server tells and texts friends. Throws `CallError`. */
export async function chooseMood(uid: string, mood: Mood): Promise<SharedMood> {
  return call('PUT', `/api/users/${encodeURIComponent(uid)}/info/mood`, { mood });
}
