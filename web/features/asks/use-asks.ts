import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Asks, FriendAsk, OwnAsk } from '#contract/asks.ts';
import type { LiveEvent } from '#contract/live.ts';
import { call } from '#web/http.ts';
import { useLiveEvent } from '#web/live/index.ts';

export const ASKS_KEY = ['asks'] as const;

/** The person's own ask, and those of friends for which they are asked. Undefined until known. */
export function useAsks(): Asks | undefined {
  return useQuery({ queryKey: ASKS_KEY, queryFn: () => call<Asks>('GET', '/api/asks') }).data;
}

/** Keeps the asks true by live events. Friends' frames hold counts only, so a new one is fetched, after a moment of one's own. */
export function useAskEvents(): void {
  const queries = useQueryClient();
  useLiveEvent('own-ask', ({ ask }) => putOwnAsk(queries, ask));
  useLiveEvent('friend-ask', (event) => {
    if (!applyFrame(queries, event)) fetchSoon(queries);
  });
  useLiveEvent('ask-answered', () => fetchSoon(queries));
  useEffect(() => () => clearTimeout(timer), []);
}

/** The higher version holds: answers and events arrive in any order. */
export function putOwnAsk(queries: QueryClient, ask: OwnAsk | null): void {
  queries.setQueryData<Asks>(ASKS_KEY, (known) => {
    if (!known) return known;
    const isOlder = ask && known.mine?.id === ask.id && known.mine.version > ask.version;
    return isOlder ? known : { ...known, mine: ask };
  });
}

type Frame = Extract<LiveEvent, { type: 'friend-ask' }>;

/** @returns whether the frame says all that is shown */
function applyFrame(queries: QueryClient, { id, version, onIt, state }: Frame): boolean {
  const known = queries.getQueryData<Asks>(ASKS_KEY)?.friends.find((ask) => ask.id === id);
  if (!known) return false;
  if (known.version >= version) return true;
  const mine = known.answer === 'yes' ? 1 : 0;
  const isSame = state === 'open' && known.onIt === onIt - mine && version === known.version + 1;
  if (isSame) replace(queries, { ...known, version });
  return isSame;
}

function replace(queries: QueryClient, ask: FriendAsk): void {
  queries.setQueryData<Asks>(
    ASKS_KEY,
    (known) => known && { ...known, friends: known.friends.map((each) => (each.id === ask.id ? ask : each)) },
  );
}

/** All friends get the frame at the same moment; their calls come within a second. */
const SPREAD_MS = 1_000;
let timer: ReturnType<typeof setTimeout> | undefined;

function fetchSoon(queries: QueryClient): void {
  clearTimeout(timer);
  timer = setTimeout(() => void queries.invalidateQueries({ queryKey: ASKS_KEY }), Math.random() * SPREAD_MS);
}
