import { ProductError, type Say } from '#contract/errors.ts';
import { RateLimitExceeded } from './limit-errors.ts';

export type FairQueue = ReturnType<typeof createFairQueue>;

interface Waiting {
  begin(): void;
  refuse(error: ProductError): void;
}

interface Bounds {
  concurrency: number;
  concurrencyPerGroup?: number;
  maxWaiting?: number;
  maxWaitingPerGroup?: number;
  say?: Say;
}

const dropped = ({ reason }: AbortSignal) =>
  new ProductError(reason.name === 'TimeoutError' ? 'unavailable' : 'invalid');

/** Runs a limited amount of work at once. The rest waits, and each group of callers gets its turn. */
export function createFairQueue({
  concurrency,
  concurrencyPerGroup = concurrency,
  maxWaiting = 2_000,
  maxWaitingPerGroup = 100,
  say = (t) => t.tooManyAtOnceTryAgain,
}: Bounds) {
  const groups = new Map<string, Waiting[]>();
  const runningOf = new Map<string, number>();
  let running = 0;
  let count = 0;

  function waitForTurn(group: string, signal?: AbortSignal): Promise<void> | undefined {
    if (signal?.aborted) throw dropped(signal);
    if (running < concurrency && mayBegin(group)) {
      countRunning(group, 1);
      return;
    }
    const own = groups.get(group) ?? [];
    if (own.length >= maxWaitingPerGroup) throw new RateLimitExceeded(say, 2);
    if (count >= maxWaiting) removeNewestOfLargest(own.length);
    groups.set(group, own);
    count += 1;
    return new Promise((begin, refuse) => {
      const waiting = { begin, refuse };
      own.push(waiting);
      signal?.addEventListener('abort', () => drop(group, waiting, dropped(signal)), { once: true });
    });
  }

  /** Makes room in a full queue, if the largest group then still has no fewer waiting than the caller's. */
  function removeNewestOfLargest(ownLength: number): void {
    const [largest, waiting] = [...groups].reduce((one, other) => (other[1].length > one[1].length ? other : one));
    if (waiting.length <= ownLength + 1) throw new ProductError('unavailable');
    drop(largest, waiting.at(-1)!, new ProductError('unavailable'));
  }

  function drop(group: string, one: Waiting, error: ProductError): void {
    const waiting = groups.get(group) ?? [];
    const place = waiting.indexOf(one);
    if (place === -1) return;
    waiting.splice(place, 1);
    count -= 1;
    if (waiting.length === 0) groups.delete(group);
    one.refuse(error);
  }

  const mayBegin = (group: string) => (runningOf.get(group) ?? 0) < concurrencyPerGroup;

  function countRunning(group: string, by: 1 | -1): void {
    running += by;
    const now = (runningOf.get(group) ?? 0) + by;
    if (now > 0) runningOf.set(group, now);
    else runningOf.delete(group);
  }

  function beginNext(): void {
    const group = groups.keys().find(mayBegin);
    if (group === undefined) return;
    const waiting = groups.get(group)!;
    groups.delete(group);
    countRunning(group, 1);
    waiting.shift()?.begin();
    count -= 1;
    if (waiting.length > 0) groups.set(group, waiting);
  }

  return {
    /**
     * Runs one of each group after the other.
     * @param signal drops work that waits
     * @throws {RateLimitExceeded} for the group; {ProductError} unavailable: the queue is full, or the time is over; invalid: dropped
     */
    async run<Result>(group: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
      await waitForTurn(group, signal);
      try {
        return await work();
      } finally {
        countRunning(group, -1);
        beginNext();
      }
    },
  };
}
