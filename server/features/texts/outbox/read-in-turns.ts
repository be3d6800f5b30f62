import { setImmediate } from 'node:timers/promises';

/** Reading hundreds of odd numbers takes seconds: messages go out between two turns of the event loop. */
const TURN_MS = 2;
/** Only the first numbers are read, a millisecond each at most; further ones count as they are written. */
const NUMBERS_READ = 2_000;

/** Calls `read` for each, in turns of the event loop. `isRead` says whether its number is one of those that are read. */
export async function readInTurns<Item>(
  items: readonly Item[],
  read: (item: Item, isRead: boolean) => void,
): Promise<void> {
  let turnEndsAt = performance.now() + TURN_MS;
  for (const [place, item] of items.entries()) {
    read(item, place < NUMBERS_READ);
    if (performance.now() < turnEndsAt) continue;
    await setImmediate();
    turnEndsAt = performance.now() + TURN_MS;
  }
}
