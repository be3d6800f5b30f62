import { type Query, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Asks, OwnAsk } from '#contract/asks.ts';
import { useApp } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { keptQuery } from '#web/kept/index.ts';
import { applyEvent, fetchAgain, type LiveEventOf, useLiveEvent, useLiveOpen } from '#web/live/index.ts';
import { queries } from '#web/query-cache.ts';
import { noteServerTime, serverNow } from './server-clock.ts';

export const ASKS_KEY = ['asks'] as const;

/** The person's own ask, and those of friends for which they are asked. Undefined until known. */
export function useAsks(): Asks | undefined {
  return useAsksQuery().data;
}

export function useAsksQuery() {
  const me = useApp().appUser?.uid ?? '';
  return useQuery({
    ...asksQuery(me),
    refetchInterval: (query: Query<Asks>) => lookAgainIn(query.state.data),
  });
}

export function asksQuery(me: string) {
  return keptQuery(me, { queryKey: ASKS_KEY, fetch: fetchAsks });
}

/** Keeps an own ask that has become newer during the fetch. */
export async function fetchAsks(): Promise<Asks> {
  const received = await call<Asks>('GET', '/api/asks');
  return withNewer(queries.getQueryData<Asks>(ASKS_KEY), received);
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Texts that leave, and friends who only look, cause no event. @returns ms; false when there is nothing to follow */
function lookAgainIn(asks: Asks | undefined): number | false {
  if (asks?.mine && !asks.mine.closed) {
    const age = serverNow() - asks.mine.textsAt;
    if (age < 0) return Math.min(-age + SECOND, 5 * SECOND);
    if (age < MINUTE) return 3 * SECOND;
    return age < 60 * MINUTE ? 30 * SECOND : 5 * MINUTE;
  }
  return asks?.friends.some(({ closed }) => !closed) ? 5 * MINUTE : false;
}

/** Keeps the asks true by live events. Friends' frames hold counts only, so the rest is fetched. Call it before `useAsks`. */
export function useAskEvents(): void {
  useLiveOpen(() => void fetchAgain(ASKS_KEY));
  useLiveEvent('mood', ({ chosenAt }) => noteServerTime(chosenAt));
  useLiveEvent('own-ask', ({ ask }) => putOwnAsk(ask));
  useLiveEvent('own-ask-answer', (event) => applyEvent<Asks>(ASKS_KEY, (asks) => withAnswer(asks, event)));
  useLiveEvent('friend-ask', (event) => {
    const { asks, fetch } = withFriendFrame(queries.getQueryData<Asks>(ASKS_KEY), event);
    if (asks) applyEvent<Asks>(ASKS_KEY, () => asks);
    fetchLater(fetch);
  });
  useLiveEvent('ask-answered', () => fetchLater('soon'));
  useEffect(() => cancelFetch, []);
}

/** The higher version holds: answers and events arrive in any order. */
export function putOwnAsk(ask: OwnAsk | null): void {
  const known = queries.getQueryData<Asks>(ASKS_KEY);
  applyEvent<Asks>(ASKS_KEY, (asks) => withNewer(asks, { ...asks, mine: ask }));
  // Another device may have undone a choice, or told of a slip: the frame does not hold that.
  const mayBeUndone = ask === null || (known?.mine?.id === ask.id && known.mine.calledAt > ask.calledAt);
  if (!known || mayBeUndone) void fetchAgain(ASKS_KEY);
}

/** What was received, with the own ask as it was known when that is newer. */
export function withNewer(known: Asks | undefined, received: Asks): Asks {
  const [before, now] = [known?.mine, received.mine];
  const isOlder = before && now && before.id === now.id && before.version > now.version;
  return isOlder ? { ...received, mine: before } : received;
}

/** The asks with an answer to the own one. A friend's last answer holds. */
export function withAnswer(asks: Asks, { id, version, answer }: LiveEventOf<'own-ask-answer'>): Asks {
  const { mine } = asks;
  if (mine?.id !== id || mine.version >= version) return asks;
  const answers = [...mine.answers.filter(({ uid }) => uid !== answer.uid), answer];
  return { ...asks, mine: { ...mine, answers, version } };
}

let timer: ReturnType<typeof setTimeout> | undefined;
let dueAt = Number.POSITIVE_INFINITY;
let fetchedAt = Number.NEGATIVE_INFINITY;

/** One timer for all: a later fetch does not put off an earlier one. */
function fetchLater(fetch: 'soon' | 'merged'): void {
  const now = performance.now();
  const delay = fetchDelay(fetch, now - fetchedAt, Math.random());
  if (now + delay >= dueAt) return;
  cancelFetch();
  dueAt = now + delay;
  timer = setTimeout(() => {
    dueAt = Number.POSITIVE_INFINITY;
    fetchedAt = performance.now();
    void fetchAgain(ASKS_KEY);
  }, delay);
}

function cancelFetch(): void {
  clearTimeout(timer);
  dueAt = Number.POSITIVE_INFINITY;
}

/** How soon the asks are fetched after a frame: at once, or together with what comes in the next seconds. */
type Fetch = 'soon' | 'merged';

/** The first friends who are there are named soon: then the others know that it is in good hands. */
const NAMED_SOON = 3;

/**
 * What a frame about a friend's ask changes. Where only more friends are there, the count is shown at once, and the fetch for
 * their names may wait: a hundred answers to five hundred friends would be fifty thousand calls. Fewer mean that a friend had
 * to go, so the others learn of it soon.
 */
function withFriendFrame(asks: Asks | undefined, frame: LiveEventOf<'friend-ask'>): { asks?: Asks; fetch: Fetch } {
  const known = asks?.friends.find(({ id }) => id === frame.id);
  if (!asks || !known) return { fetch: 'soon' };
  // The frame counts the reader too.
  const onIt = frame.onIt - (known.answer === 'yes' ? 1 : 0);
  const isOpen = frame.state === 'open' && known.closed === null;
  if (!isOpen || frame.level !== known.level || onIt < known.onIt) return { fetch: 'soon' };
  if (onIt === known.onIt) return { fetch: 'merged' };
  const friends = asks.friends.map((ask) => (ask === known ? { ...ask, onIt } : ask));
  return { asks: { ...asks, friends }, fetch: onIt <= NAMED_SOON ? 'soon' : 'merged' };
}

/** All friends get a frame at the same moment; their calls come within this time. */
const SPREAD_MS = 1_000;
/** Merged fetches are no more frequent. */
const MERGED_MS = 10_000;

/** When to fetch. @param sinceLast ms since the last fetch; @param random from 0 to 1 @returns ms from now */
export function fetchDelay(fetch: Fetch, sinceLast: number, random: number): number {
  const wait = fetch === 'merged' ? Math.max(0, MERGED_MS - sinceLast) : 0;
  return wait + random * SPREAD_MS;
}
