import type { ProductError } from '#contract/errors.ts';
import { nodeClock } from './node-clock.ts';

interface Bounds {
  max: number;
  /** Of one network, account or whom else places are for. */
  maxOfOne: number;
  /** A place that was taken longer ago gives way to a newcomer. */
  givesWayAfterMs: number;
  refusal(): ProductError;
}

interface Taken {
  whose: string[];
  size: number;
  takenAt: number;
  end: (() => void) | undefined;
}

export type Room = ReturnType<typeof createRoom>;
export type Place = ReturnType<Room['take']>;

const ALL = 'all';

/**
 * Bounded room for what slow callers hold: memory, or connections to the database. When it is full, the place that was taken
 * first gives way. If that was a moment ago, the newcomer is refused.
 */
export function createRoom({ max, maxOfOne, givesWayAfterMs, refusal }: Bounds) {
  /** In the order in which they were taken. */
  const places = new Set<Taken>();
  const used = new Map<string, number>();

  function grow(place: Taken, size: number): void {
    const isFull = (one: string) => (used.get(one) ?? 0) + size > (one === ALL ? max : maxOfOne);
    for (let full = place.whose.find(isFull); full; full = place.whose.find(isFull)) {
      const first = places.values().find(({ end, whose }) => end && whose.includes(full!));
      if (!first || first === place || nodeClock.now() - first.takenAt < givesWayAfterMs) throw refusal();
      leave(first);
      first.end!();
    }
    resize(place, size);
  }

  function resize(place: Taken, by: number): void {
    place.size += by;
    for (const one of place.whose) {
      const now = (used.get(one) ?? 0) + by;
      if (now > 0) used.set(one, now);
      else used.delete(one);
    }
  }

  function leave(place: Taken): boolean {
    const isThere = places.delete(place);
    if (isThere) resize(place, -place.size);
    return isThere;
  }

  return {
    /**
     * @param whose it counts for each of these, and for all
     * @param end called when the place gives way, which it never does without
     * @throws {ProductError} the refusal, also in what the place does after it has given way
     */
    take(whose: readonly string[], size: number, end?: () => void) {
      const place: Taken = { whose: [ALL, ...whose], size: 0, takenAt: nodeClock.now(), end };
      const check = () => {
        if (!places.has(place)) throw refusal();
      };
      grow(place, size);
      places.add(place);
      return {
        grow(more: number) {
          check();
          grow(place, more);
        },
        /** From now on the place does not give way. */
        keep() {
          check();
          place.end = undefined;
        },
        /** @returns false when the place has given way */
        release: () => leave(place),
      };
    },
  };
}
