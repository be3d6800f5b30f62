import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChangeCheckIn, CheckIn, CheckIns, FriendCheckIn } from '#contract/account/check-in.ts';
import { NEUTRAL_PAGE } from '#contract/help/leave-quickly.ts';
import { useApp } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { HOUR } from '#web/dates/format-date.ts';
import { keptQuery } from '#web/kept/index.ts';
import { fetchAgain, useLiveEvent, useLiveOpen } from '#web/live/index.ts';
import { queries } from '#web/query-cache.ts';
import { keep, readKept } from '#web/storage.ts';
import { createStore } from '#web/store.ts';

const keyOf = (me: string) => ['planned-check-ins', me] as const;

export function checkInsQuery(me: string) {
  const fetch = () => call<CheckIns>('GET', `/api/users/${me}/check-ins`);
  return keptQuery(me, { queryKey: keyOf(me), fetch, isLate: true });
}

/** The person's planned check-in, and those of friends who asked them to look in. */
export function useCheckIns() {
  return useQuery(checkInsQuery(useApp().appUser?.uid ?? ''));
}

/** What `KeepCheckIns` has fetched. */
export function useKnownCheckIns(): CheckIns {
  const me = useApp().appUser?.uid ?? '';
  return useQuery({ ...checkInsQuery(me), enabled: false }).data ?? { own: null, friends: [], isReached: true };
}

/** Changes something of them, and shows what is so since. @param path 'check-in/answer', or `check-ins/` and a friend's uid */
export async function changeCheckIns(me: string, method: 'PUT' | 'POST', path: string, body: object): Promise<void> {
  queries.setQueryData(keyOf(me), await call<CheckIns>(method, `/api/users/${me}/${path}`, body));
}

export async function endCheckIn(me: string): Promise<void> {
  await call('DELETE', `/api/users/${me}/check-in`);
  await fetchAgain(keyOf(me));
}

/** What the person has planned, as it is stored. */
export function planOf({ days, at, until, zone, countsUse, awayUntil, friends }: CheckIn): ChangeCheckIn {
  return { days, at, until, zone, countsUse, awayUntil, friends: friends.map(({ uid }) => uid) };
}

/** Whether a round runs, or was missed. */
export function isDue({ endsAt, missedAt }: CheckIn): boolean {
  return (endsAt ?? missedAt) !== null;
}

/** Whether nobody would be told of a missed round, because no friend has agreed. */
export function tellsNobody({ friends }: CheckIn): boolean {
  return !friends.some(({ hasAgreed }) => hasAgreed);
}

/** Whether a card shows the friend's: a request, new times, or a missed one. */
export function hasCard({ hasAgreed, hasNewTimes, missedAt }: FriendCheckIn): boolean {
  return hasAgreed === null || (hasAgreed && (hasNewTimes || missedAt !== null));
}

/** How many wait for the person. */
export function useOpenCheckIns(): number {
  const { own = null, friends = [] } = useCheckIns().data ?? {};
  return (
    Number(own !== null && isDue(own)) + friends.filter((each) => hasCard(each) && each.answeredAt === null).length
  );
}

/** The key of the time, in ms, until which the next connection sends an answer that is not sent yet: it must not answer a later round. */
const owedKey = (me: string) => `checkIn:${me}`;

export function isAnswerOwed(me: string): boolean {
  return Date.now() < Number(readKept(owedKey(me)));
}

/** Whether an answer is under way. */
export const isAnswering = createStore(false, { isPersonal: true });

/** @throws {CallError} */
export async function answer(me: string): Promise<void> {
  const { endsAt = null } = queries.getQueryData<CheckIns>(keyOf(me))?.own ?? {};
  keep(owedKey(me), `${endsAt ?? Date.now() + HOUR}`);
  isAnswering.set(true);
  try {
    await changeCheckIns(me, 'POST', 'check-in/answer', {});
    keep(owedKey(me), null);
  } finally {
    isAnswering.set(false);
  }
}

/** Escape may be the first of two; neither that nor 'Leave quickly' says that the person is well. */
function isLeaving(event: Event): boolean {
  const link = (event.target as Element).closest?.(`a[href="${NEUTRAL_PAGE}"]`);
  return (event as KeyboardEvent).key === 'Escape' || Boolean(link);
}

/** Keeps them true by live events. Whoever wants it has answered by the next tap or key: an open page alone proves nothing. */
export function KeepCheckIns({ me }: { me: string }): null {
  const { data, dataUpdatedAt } = useCheckIns();
  useLiveOpen(() => void (isAnswerOwed(me) ? answer(me).catch(() => {}) : fetchAgain(keyOf(me))));
  useLiveEvent('check-ins', () => void fetchAgain(keyOf(me)));
  const own = data?.own;
  // Not what was kept of an earlier visit.
  const isKnown = dataUpdatedAt >= performance.timeOrigin;
  // Once friends were told, it takes more than a tap in passing.
  const waits = isKnown && own?.countsUse === true && own.endsAt !== null;
  useEffect(() => {
    if (!waits) return;
    const stopping = new AbortController();
    const { signal } = stopping;
    let isRunning = false;
    // When it fails, the next one tries again.
    async function onUse(event: Event) {
      if (isRunning || isLeaving(event)) return;
      isRunning = true;
      await answer(me).then(
        () => stopping.abort(),
        () => {},
      );
      isRunning = false;
    }
    for (const use of ['click', 'keyup']) addEventListener(use, onUse, { signal });
    return () => stopping.abort();
  }, [me, waits]);
  return null;
}
