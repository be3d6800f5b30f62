import type { Logger } from 'pino';
import { ProductError } from '#contract/errors.ts';
import type { ChatConnection } from '#server/database/chat-connection.ts';
import type { Worker } from '#server/features/deliveries/index.ts';
import { LockedPairs } from './locked-pairs.ts';
import { LOCKED, type Outcome, type Stored, storeMessages } from './store-messages.ts';
import type { NewMessage } from './store-statement.ts';

export type MessageBatcher = ReturnType<typeof createMessageBatcher>;

interface Waiting {
  message: NewMessage;
  resolve(stored: Stored): void;
  reject(error: ProductError): void;
}

const BATCH_MAX = 500;

/** Stores chat messages. Those that arrive during a commit share the next one. */
export function createMessageBatcher(dependencies: {
  chatConnection: Pick<ChatConnection, 'query'>;
  causes: Pick<Worker, 'wake'>;
  log: Logger;
}) {
  const { chatConnection, causes, log } = dependencies;
  let waiting: Waiting[] = [];
  let isStoring = false;
  const lockedPairs = new LockedPairs<Waiting>(chatConnection, (entries) => {
    waiting = [...entries, ...waiting];
    if (!isStoring) void drain();
  });

  async function drain(): Promise<void> {
    isStoring = true;
    for (let current = storeNext(); current; ) {
      const { batch, outcomes } = await current;
      // First, so that later messages of these pairs wait behind them.
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

  /** Takes the oldest messages; a repeated id, and a message of a locked pair, wait for a later batch. */
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
    /** Resolves after the commit, in order. @throws {ProductError} not_connected, id_taken, photo_missing, unavailable */
    store: (message: NewMessage) =>
      new Promise<Stored>((resolve, reject) => {
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
