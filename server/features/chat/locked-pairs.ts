import { setTimeout as pause } from 'node:timers/promises';
import { ProductError } from '#contract/errors.ts';
import type { ChatConnection } from '#server/database/chat-connection.ts';
import { findLocked } from './find-locked.ts';
import type { NewMessage } from './store-messages.ts';

/** A message that is to be stored. */
interface Entry {
  message: NewMessage;
  reject(error: ProductError): void;
}

const LOOK_EVERY_MS = 100;
/** A pair that is locked for longer is the senders' to wait for. */
const GIVE_UP_AFTER_MS = 5_000;

/**
 * Messages whose connection somebody has locked, as who leaves does. They wait here, each pair's in order, so that one
 * locked pair holds up its own messages and nobody else's.
 */
export class LockedPairs<Waiting extends Entry> {
  readonly #pairs = new Map<string, { entry: Waiting; giveUpAt: number }[]>();
  readonly #chatConnection: Pick<ChatConnection, 'query'>;
  readonly #storeAgain: (entries: Waiting[]) => void;
  #isLooking = false;

  /** @param storeAgain called with messages whose pair is free again, in their order */
  constructor(chatConnection: Pick<ChatConnection, 'query'>, storeAgain: (entries: Waiting[]) => void) {
    this.#chatConnection = chatConnection;
    this.#storeAgain = storeAgain;
  }

  /** Whether messages between these two wait here, so that a later one has to wait behind them. */
  has(message: NewMessage): boolean {
    return this.#pairs.size > 0 && this.#pairs.has(pairOf(message));
  }

  add(entry: Waiting): void {
    const pair = pairOf(entry.message);
    const entries = this.#pairs.get(pair) ?? [];
    entries.push({ entry, giveUpAt: performance.now() + GIVE_UP_AFTER_MS });
    this.#pairs.set(pair, entries);
    if (!this.#isLooking) void this.#look();
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#pairs.size > 0) {
      await pause(LOOK_EVERY_MS);
      this.#giveUpOld();
      const firsts = [...this.#pairs.values()].map(([first]) => first!.entry.message);
      // An outage: it is not known, and those who wait give up in time.
      const locked = await findLocked(this.#chatConnection, firsts).catch(() => undefined);
      if (locked) this.#release(firsts.filter(({ id }) => !locked.has(id)));
    }
    this.#isLooking = false;
  }

  #giveUpOld(): void {
    for (const [pair, entries] of this.#pairs) {
      const kept = entries.filter(({ giveUpAt }) => giveUpAt > performance.now());
      if (kept.length > 0) this.#pairs.set(pair, kept);
      else this.#pairs.delete(pair);
      for (const each of entries) if (!kept.includes(each)) each.entry.reject(new ProductError('unavailable'));
    }
  }

  #release(firsts: NewMessage[]): void {
    const free = firsts.map(pairOf).flatMap((pair) => {
      const entries = this.#pairs.get(pair) ?? [];
      this.#pairs.delete(pair);
      return entries.map(({ entry }) => entry);
    });
    if (free.length > 0) this.#storeAgain(free);
  }
}

function pairOf({ sender, receiver }: NewMessage): string {
  return sender < receiver ? `${sender} ${receiver}` : `${receiver} ${sender}`;
}
