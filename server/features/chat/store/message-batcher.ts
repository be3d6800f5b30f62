import type { Logger } from 'pino';
import { ProductError } from '#contract/errors.ts';
import type { BackgroundWorker } from '#server/background/when-settled.ts';
import type { ChatConnection } from '#server/database/chat-connection.ts';
import type { Worker } from '#server/features/deliveries/index.ts';
import { LockedPairs } from './locked-pairs.ts';
import { LOCKED, type Outcome, type Stored, storeMessages } from './store-messages.ts';
import type { NewMessage } from './store-statement.ts';

/** Stores chat messages. Messages that arrive together share a commit. */
export interface MessageBatcher extends BackgroundWorker {
  /**
   * Resolves after the commit, in the order of storing.
   * @throws {ProductError} not_connected, id_taken, photo_missing; unavailable when it is not known whether the message was stored
   */
  store(message: NewMessage): Promise<Stored>;
}

interface Waiting {
  message: NewMessage;
  resolve(stored: Stored): void;
  reject(error: ProductError): void;
}

const BATCH_MAX = 500;

export function createMessageBatcher(dependencies: {
  chatConnection: Pick<ChatConnection, 'query'>;
  causes: Pick<Worker, 'wake'>;
  log: Logger;
}): MessageBatcher {
  const { chatConnection, causes, log } = dependencies;
  let waiting: Waiting[] = [];
  let isStoring = false;
  const lockedPairs = new LockedPairs<Waiting>(chatConnection, (entries) => {
    waiting = [...entries, ...waiting];
    if (!isStoring) void drain();
  });

  /** Messages that arrive during a commit share the next one. A message that arrives while none runs waits for nothing. */
  async function drain(): Promise<void> {
    isStoring = true;
    for (let current = storeNext(); current; ) {
      const { batch, outcomes } = await current;
      // Before the next batch is taken: later messages of these pairs must wait behind them.
      for (const [place, entry] of batch.entries()) if (outcomes[place] === LOCKED) lockedPairs.add(entry);
      // PostgreSQL stores the next batch while this process publishes this one (`npm run bench`: chat).
      current = storeNext();
      for (const [place, entry] of batch.entries()) settle(entry, outcomes[place]!);
      causes.wake();
    }
    isStoring = false;
  }

  function storeNext(): Promise<{ batch: Waiting[]; outcomes: Outcome[] }> | undefined {
    const batch = takeBatch();
    if (batch.length === 0) return;
    const messages = batch.map(({ message }) => message);
    return storeMessages({ chatConnection, log }, messages).then((outcomes) => ({ batch, outcomes }));
  }

  /**
   * The oldest, no id twice: a repeated one is found stored in the next batch. Those of a locked pair join the others of that
   * pair.
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
    name: 'batches of messages',
    isBusy: () => isStoring,
    store: (message) =>
      new Promise((resolve, reject) => {
        waiting.push({ message, resolve, reject });
        if (!isStoring) void drain();
      }),
  };
}

function settle({ resolve, reject }: Waiting, outcome: Outcome): void {
  if (outcome === LOCKED) return;
  if (outcome instanceof ProductError) reject(outcome);
  else resolve(outcome);
}
