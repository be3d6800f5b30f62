import { useQuery } from '@tanstack/react-query';
import { useApp } from '#web/app-context.tsx';
import { createLateChunk } from '#web/loading/late-chunk.ts';
import { checkInsQuery } from './use-check-ins.ts';

const useCards = createLateChunk(() => import('./cards.tsx'));

/** Below the asks: what waits for the person's answer, and friends who have not checked in. `KeepCheckIns` fetches it. */
export function CheckInCards() {
  const me = useApp().appUser?.uid ?? '';
  const { data } = useQuery({ ...checkInsQuery(me), enabled: false });
  const isDue = data?.own && (data.own.endsAt ?? data.own.missedAt) !== null;
  const has = isDue || data?.friends.some(({ hasAgreed, missedAt }) => hasAgreed === null || missedAt !== null);
  const cards = useCards(has === true);
  return cards && data && <cards.Cards checkIns={data} />;
}
