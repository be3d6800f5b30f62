import { ProductError } from '#contract/errors.ts';
import { RateLimitExceeded } from './limit-errors.ts';

/** Work of which only so much is done at once; the rest waits, and each group of callers has its turn. */
export interface FairQueue {
  /**
   * Does the work when it is its turn: one of each group after the other, so that a group with hundreds waiting delays
   * another group's by one.
   * @throws {RateLimitExceeded} when the group has too many waiting
   * @throws {ProductError} unavailable, when there are too many in all and this group has most of them
   */
  run<Result>(group: string, work: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  begin(): void;
  refuse(error: ProductError): void;
}

interface Bounds {
  atOnce: number;
  mostWaiting: number;
  mostWaitingOfGroup: number;
  /** What a group that has too many waiting is told. */
  words: string;
}

export function createFairQueue({ atOnce, mostWaiting, mostWaitingOfGroup, words }: Bounds): FairQueue {
  /** In the order of their turns. */
  const groups = new Map<string, Waiting[]>();
  let running = 0;
  let count = 0;

  function turn(group: string): Promise<void> | undefined {
    if (running < atOnce) {
      running += 1;
      return;
    }
    const own = groups.get(group) ?? [];
    if (own.length >= mostWaitingOfGroup) throw new RateLimitExceeded(words, 2);
    if (count >= mostWaiting) makeRoom(own.length);
    groups.set(group, own);
    count += 1;
    return new Promise((begin, refuse) => void own.push({ begin, refuse }));
  }

  /** Takes the place of the newest of the group that has most waiting, if that leaves it no fewer than one's own. */
  function makeRoom(ownLength: number): void {
    const [largest, waiting] = [...groups].reduce((one, other) => (other[1].length > one[1].length ? other : one));
    if (waiting.length <= ownLength + 1) throw new ProductError('unavailable');
    waiting.pop()?.refuse(new ProductError('unavailable'));
    count -= 1;
    if (waiting.length === 0) groups.delete(largest);
  }

  function next(): void {
    const [first] = groups;
    if (!first) {
      running -= 1;
      return;
    }
    const [group, waiting] = first;
    groups.delete(group);
    waiting.shift()?.begin();
    count -= 1;
    if (waiting.length > 0) groups.set(group, waiting);
  }

  return {
    async run(group, work) {
      await turn(group);
      try {
        return await work();
      } finally {
        next();
      }
    },
  };
}
