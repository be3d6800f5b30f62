import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Mood } from '#contract/moods.ts';
import { call } from '#web/http.ts';

/** The mood of the person at this browser, null while it is not known, and how to note another. */
export function useOwnMood(uid: string | undefined): [Mood | null, (mood: Mood) => void] {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: moodKey(uid),
    queryFn: () => call<{ mood: Mood }>('GET', `/api/users/${encodeURIComponent(uid!)}/info/mood`),
    enabled: uid !== undefined,
  });
  const note = useCallback(
    (mood: Mood) => {
      // An answer that is still on its way may be older than this.
      void queries.cancelQueries({ queryKey: moodKey(uid) });
      queries.setQueryData(moodKey(uid), { mood });
    },
    [queries, uid],
  );
  return [data?.mood ?? null, note];
}

function moodKey(uid: string | undefined) {
  return ['info', uid, 'mood'] as const;
}
