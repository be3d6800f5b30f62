import type { Asks } from '#contract/asks.ts';
import type { LiveEventOf } from '#web/live/index.ts';

/** How soon the asks are fetched after a frame: at once, or together with what comes in the next seconds. */
type Fetch = 'soon' | 'merged';

/** The first friends who are there are named soon: then the others know that it is in good hands. */
const NAMED_SOON = 3;

/**
 * What a frame about a friend's ask changes. Where only more friends are there, the count is shown at once, and the fetch for
 * their names may wait: a hundred answers to five hundred friends would be fifty thousand calls. Fewer mean that a friend had
 * to go, so the others learn of it soon.
 */
export function withFriendFrame(
  asks: Asks | undefined,
  frame: LiveEventOf<'friend-ask'>,
): { asks?: Asks; fetch: Fetch } {
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
