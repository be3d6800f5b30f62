import { createLateChunk } from '#web/loading/late-chunk.ts';
import { useCheckIns } from './use-check-ins.ts';

const useCards = createLateChunk(() => import('./cards.tsx'));

/** Above the lists: what waits for the person's answer, and friends who have not checked in. */
export function CheckInCards() {
  const { data } = useCheckIns();
  const isDue = data?.own && (data.own.endsAt ?? data.own.missedAt) !== null;
  const has = isDue || data?.friends.some(({ hasAgreed, missedAt }) => hasAgreed === null || missedAt !== null);
  const cards = useCards(has === true);
  return cards && data && <cards.Cards checkIns={data} />;
}
