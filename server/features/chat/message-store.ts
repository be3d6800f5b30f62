import type pg from 'pg';
import type { Logger } from 'pino';
import { ProductError } from '#contract/errors.ts';
import type { Message } from '#contract/views.ts';
import { aroundName, chatText, type Outbox } from '../texts/index.ts';
import { findMessages, type NewMessage, storeMessages, type TextTerms } from './store-messages.ts';

interface Stored {
  message: Message;
  /** False when the same message had been stored before. */
  isNew: boolean;
}

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
  reject(error: unknown): void;
}

const BATCH_MAX = 500;
/** A database that is away for longer than this is the senders' to wait for. */
const RETRY_FOR_MS = 5_000;
const RETRY_EVERY_MS = 200;

export function createMessageStore(parts: {
  pool: pg.Pool;
  outbox: Outbox;
  appUrl: string;
  log: Logger;
}): MessageStore {
  const { pool, outbox, appUrl, log } = parts;
  const terms = textTerms(outbox, appUrl);
  let waiting: Waiting[] = [];
  let storing = false;

  /** What arrives while a commit is under way goes together in the next one; an idle store waits for nothing. */
  async function drain(): Promise<void> {
    storing = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX);
      waiting = waiting.slice(BATCH_MAX);
      await settle(batch);
    }
    storing = false;
  }

  async function settle(batch: Waiting[]): Promise<void> {
    try {
      const outcome = await storeThroughOutages(batch.map(({ message }) => message));
      for (const entry of batch) answer(entry, outcome);
      outbox.wake();
    } catch (error) {
      if (batch.length > 1 && isAboutData(error)) {
        // One message that the database refuses must not take the others with it.
        for (const entry of batch) await settle([entry]);
        return;
      }
      log.error({ err: error, messages: batch.length }, 'messages could not be stored');
      for (const { reject } of batch)
        reject(isAboutData(error) ? new ProductError('invalid') : new ProductError('unavailable'));
    }
  }

  /**
   * Storing again after a broken connection is safe: an id is stored once. The commit may have gone through before it
   * broke, so after a first try what is there already counts as new: telling it twice is better than not at all.
   */
  async function storeThroughOutages(messages: NewMessage[]): Promise<Outcome> {
    const giveUpAt = Date.now() + RETRY_FOR_MS;
    for (let tries = 1; ; tries++) {
      try {
        const fresh = await storeMessages(pool, messages, terms);
        const known = fresh.length < messages.length ? await findMessages(pool, missing(messages, fresh)) : [];
        return tries > 1
          ? { fresh: byId([...fresh, ...known]), known: new Map() }
          : { fresh: byId(fresh), known: byId(known) };
      } catch (error) {
        if (isAboutData(error) || Date.now() > giveUpAt) throw error;
        await new Promise((done) => setTimeout(done, RETRY_EVERY_MS));
      }
    }
  }

  return {
    store: (message) =>
      new Promise((resolve, reject) => {
        waiting.push({ message, resolve, reject });
        if (!storing) void drain();
      }),
  };
}

interface Outcome {
  fresh: Map<string, Message>;
  known: Map<string, Message>;
}

function answer({ message, resolve, reject }: Waiting, { fresh, known }: Outcome): void {
  const stored = fresh.get(message.id) ?? known.get(message.id);
  if (!stored) reject(new ProductError('not_connected'));
  else if (stored.sender !== message.sender || stored.receiver !== message.receiver)
    reject(new ProductError('id_taken'));
  else resolve({ message: stored, isNew: isFirst(message.id, fresh, known) });
}

/** The same id twice in one batch is new once. */
function isFirst(id: string, fresh: Map<string, Message>, known: Map<string, Message>): boolean {
  const message = fresh.get(id);
  if (message) known.set(id, message);
  return fresh.delete(id);
}

function textTerms(outbox: Outbox, site: string): TextTerms {
  return { ...aroundName((displayName) => chatText({ displayName, site })), ...outbox.statusFor('general') };
}

function missing(messages: NewMessage[], fresh: Message[]): string[] {
  const stored = byId(fresh);
  return messages.map((message) => message.id).filter((id) => !stored.has(id));
}

function byId(messages: Message[]): Map<string, Message> {
  return new Map(messages.map((message) => [message.id, message]));
}

/** SQLSTATE class 22 and 23: the values are at fault, and trying again would not help. */
function isAboutData(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string }).code ?? '');
}
