import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Mood } from '#contract/moods.ts';
import type { ChosenMood } from '#contract/views.ts';
import { call } from '#web/calls/http.ts';
import { keptQuery } from '#web/kept/index.ts';
import { queries } from '#web/query-cache.ts';

/** The signed-in person's mood (null while unknown), a function that sets a newer one, and whether it was ever chosen. */
export function useOwnMood(uid: string | undefined): [Mood | null, (mood: ChosenMood) => void, boolean] {
  const { data } = useQuery({ ...ownMoodQuery(uid ?? ''), enabled: uid !== undefined });
  const setMood = useCallback(
    (mood: ChosenMood) => {
      queries.setQueryData<ChosenMood>(moodKey(uid ?? ''), (known) => laterMood(known, mood));
    },
    [uid],
  );
  return [data?.mood ?? null, setMood, data?.isNew !== true];
}

export function ownMoodQuery(uid: string) {
  return keptQuery(uid, {
    queryKey: moodKey(uid),
    fetch: async () => {
      const answer = await call<ChosenMood>('GET', `/api/users/${encodeURIComponent(uid)}/info/mood`);
      // A mood that was set while the answer was under way may be newer.
      return laterMood(queries.getQueryData(moodKey(uid)), answer);
    },
  });
}

function moodKey(uid: string) {
  return ['info', uid, 'mood'] as const;
}

/** The later choice of two, because answers and events arrive in any order. */
function laterMood(known: ChosenMood | undefined, received: ChosenMood): ChosenMood {
  return known && known.chosenAt > received.chosenAt ? known : received;
}
