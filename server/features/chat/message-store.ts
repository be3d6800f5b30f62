import type { Logger } from 'pino';
import { ProductError } from '#contract/errors.ts';
import type { ChatConnection } from '#server/database/chat-connection.ts';
import { chatText, type Outbox, splitAtName } from '#server/features/texts/index.ts';
import { LockedPairs } from './locked-pairs.ts';
import { LOCKED, type Outcome, type Stored, storeBatch } from './store-batch.ts';
import type { NewMessage } from './store-messages.ts';

/** Stores chat messages, those that arrive together in one commit. */
export interface MessageStore {
  /**
   * Resolves when the message is stored for good, in the order in which messages were stored.
   * @throws {ProductError} not_connected, id_taken; unavailable when it is not known whether it was stored
   */
  store(message: NewMessage): Promise<Stored>;
}

interface Waiting {
  message: NewMessage;
  resolve(stored: Stored): void;
  reject(error: ProductError): void;
}

const BATCH_MAX = 500;

export function createMessageStore(parts: {
  chatConnection: Pick<ChatConnection, 'query'>;
  outbox: Outbox;
  appUrl: string;
  log: Logger;
}): MessageStore {
  const { chatConnection, outbox, appUrl, log } = parts;
  const terms = {
    ...splitAtName((displayName) => chatText({ displayName, site: appUrl })),
    ...outbox.statusFor('general'),
  };
  let waiting: Waiting[] = [];
  let storing = false;
  const lockedPairs = new LockedPairs<Waiting>(chatConnection, (entries) => {
    waiting = [...entries, ...waiting];
    if (!storing) void drain();
  });

  /** What arrives while a commit is under way goes together in the next one; an idle store waits for nothing. */
  async function drain(): Promise<void> {
    storing = true;
    for (let current = storeNext(); current; ) {
      const { batch, outcomes } = await current;
      // First of all: what comes after them waits behind them.
      for (const [place, entry] of batch.entries()) if (outcomes[place] === LOCKED) lockedPairs.add(entry);
      // The database goes on with the next batch while this one is told.
      current = storeNext();
      for (const [place, entry] of batch.entries()) settle(entry, outcomes[place]!);
      outbox.wake();
    }
    storing = false;
  }

  function storeNext(): Promise<{ batch: Waiting[]; outcomes: Outcome[] }> | undefined {
    const batch = takeBatch();
    if (batch.length === 0) return;
    const messages = batch.map(({ message }) => message);
    return storeBatch({ chatConnection, log, terms }, messages).then((outcomes) => ({ batch, outcomes }));
  }

  /**
   * Who comes first, no id twice: a repeated one waits for the next commit, and finds itself stored. What is for a pair
   * that is locked waits for that.
   */
  function takeBatch(): Waiting[] {
    const batch = new Map<string, Waiting>();
    const later: Waiting[] = [];
    for (const entry of waiting) {
      const { id } = entry.message;
      if (lockedPairs.has(entry.message)) lockedPairs.add(entry);
      else if (batch.size < BATCH_MAX && !batch.has(id)) batch.set(id, entry);
      else later.push(entry);
    }
    waiting = later;
    return [...batch.values()];
  }

  return {
    store: (message) =>
      new Promise((resolve, reject) => {
        waiting.push({ message, resolve, reject });
        if (!storing) void drain();
      }),
  };
}

function settle({ resolve, reject }: Waiting, outcome: Outcome): void {
  if (outcome === LOCKED) return;
  if (outcome instanceof ProductError) reject(outcome);
  else resolve(outcome);
}
