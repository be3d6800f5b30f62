import { useQuery } from '@tanstack/react-query';
import type { History } from '#contract/account/history.ts';
import type { ChosenMood } from '#contract/views.ts';
import { useApp } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { monthAfter } from './month.ts';

export function historyKey(uid: string) {
  return ['history', uid] as const;
}

/** The signed-in person's moods of a month. A mood that was chosen just now is there too, so it is fetched anew each time. */
export function useHistory(month: Date) {
  const uid = useApp().appUser?.uid ?? '';
  return useQuery({
    queryKey: [...historyKey(uid), month.getTime()],
    queryFn: () => fetchMonth(uid, month),
    enabled: uid !== '',
    staleTime: 0,
  });
}

async function fetchMonth(uid: string, month: Date): Promise<Omit<History, 'before'>> {
  const pages: ChosenMood[][] = [];
  for (let end = monthAfter(month, 1).getTime(); ; ) {
    const page = await call<History>('GET', `/api/users/${uid}/moods?from=${month.getTime()}&to=${end}`);
    pages.unshift(page.moods);
    if (page.before === null) return { moods: pages.flat(), first: page.first };
    end = page.before;
  }
}
