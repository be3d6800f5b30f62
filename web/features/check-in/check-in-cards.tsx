import { useQuery } from '@tanstack/react-query';
import { useApp } from '#web/app-context.tsx';
import { createLateChunk } from '#web/loading/late-chunk.ts';
import { checkInsQuery, hasCard, isDue } from './use-check-ins.ts';

const useCards = createLateChunk(() => import('./cards.tsx'));

/** Below the asks: what waits for the person's answer, and friends who have not checked in. `KeepCheckIns` fetches it. */
export function CheckInCards() {
  const me = useApp().appUser?.uid ?? '';
  const { data } = useQuery({ ...checkInsQuery(me), enabled: false });
  const cards = useCards(data !== undefined && ((data.own !== null && isDue(data.own)) || data.friends.some(hasCard)));
  return cards && data && <cards.Cards checkIns={data} />;
}
