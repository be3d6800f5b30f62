import type { ProductError } from '#contract/errors.ts';
import { nodeClock } from './node-clock.ts';

interface Bounds {
  max: number;
  /** Of one network, account or whom else places are for. */
  maxOfOne: number;
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
/** Most callers take less, so equals do not end each other in turn. */
const GIVES_WAY_AFTER_MS = 10_000;

/**
 * Bounded room for what slow callers hold: memory, or connections to the database. When it is full, the oldest place of the one
 * that holds most gives way: at once to a newcomer that holds less, and after ten seconds to any. Otherwise the newcomer is refused.
 */
export function createRoom({ max, maxOfOne, refusal }: Bounds) {
  /** In the order in which they were taken. */
  const places = new Set<Taken>();
  const used = new Map<string, number>();

  function grow(place: Taken, size: number): void {
    for (const [level, one] of place.whose.entries()) {
      const most = one === ALL ? max : maxOfOne;
      while (held(one) + size > most) giveWay(place, size, level);
    }
    resize(place, size);
  }

  /** In full room networks are compared, in a full network its accounts. */
  function giveWay(newcomer: Taken, size: number, level: number): void {
    const share = ({ whose }: Taken) => held(whose[level + 1] ?? whose[level]!);
    let largest: Taken | undefined;
    for (const place of places) {
      const mayEnd = place.end && place !== newcomer && place.whose[level] === newcomer.whose[level];
      if (mayEnd && (!largest || share(place) > share(largest))) largest = place;
    }
    if (!largest) throw refusal();
    const isOld = nodeClock.now() - largest.takenAt >= GIVES_WAY_AFTER_MS;
    if (!isOld && share(largest) <= share(newcomer) + size) throw refusal();
    leave(largest);
    largest.end!();
  }

  const held = (one: string): number => used.get(one) ?? 0;

  function resize(place: Taken, by: number): void {
    place.size += by;
    for (const one of place.whose) {
      const now = held(one) + by;
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
     * @param whose it counts for each of these, the larger first, and for all
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
