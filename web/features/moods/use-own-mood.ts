import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Mood } from '#contract/moods.ts';
import type { ChosenMood } from '#contract/views.ts';
import { call } from '#web/http.ts';
import { laterMood } from './later-mood.ts';

/** The mood of the person at this browser, null while it is not known, and how to note another. */
export function useOwnMood(uid: string | undefined): [Mood | null, (mood: ChosenMood) => void] {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: moodKey(uid),
    queryFn: async () => {
      const answer = await call<ChosenMood>('GET', `/api/users/${encodeURIComponent(uid!)}/info/mood`);
      // What was noted while the answer was on its way may be later than it.
      return laterMood(queries.getQueryData(moodKey(uid)), answer);
    },
    enabled: uid !== undefined,
  });
  const note = useCallback(
    (mood: ChosenMood) => {
      queries.setQueryData<ChosenMood>(moodKey(uid), (known) => laterMood(known, mood));
    },
    [queries, uid],
  );
  return [data?.mood ?? null, note];
}

function moodKey(uid: string | undefined) {
  return ['info', uid, 'mood'] as const;
}
