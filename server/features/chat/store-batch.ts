import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ProductError } from '#contract/errors.ts';
import type { Message } from '#contract/views.ts';
import type { ChatPath } from '../../database/connect-chat-path.ts';
import { findMessages, type NewMessage, storeMessages, type TextTerms } from './store-messages.ts';

export interface Stored {
  message: Message;
  /** False when the same message had been stored before. */
  isNew: boolean;
}

/** What became of one message of a batch. */
export type Outcome = Stored | ProductError;

interface Parts {
  chatPath: Pick<ChatPath, 'query'>;
  log: Logger;
  terms: TextTerms;
}

/** A database that is away for longer than this is the senders' to wait for. */
const RETRY_FOR_MS = 5_000;
const RETRY_EVERY_MS = 200;

/** Stores messages, no id twice, in one commit. @returns what became of each, in their order */
export async function storeBatch(parts: Parts, messages: NewMessage[]): Promise<Outcome[]> {
  try {
    return await storeThroughOutages(parts, messages);
  } catch (error) {
    if (messages.length > 1 && isAboutData(error)) return storeOneByOne(parts, messages);
    parts.log.error({ err: error, messages: messages.length }, 'messages could not be stored');
    const refusal = new ProductError(isAboutData(error) ? 'invalid' : 'unavailable');
    return messages.map(() => refusal);
  }
}

/** One message that the database refuses must not take the others with it. */
async function storeOneByOne(parts: Parts, messages: NewMessage[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const message of messages) outcomes.push(...(await storeBatch(parts, [message])));
  return outcomes;
}

/**
 * Storing again after a broken connection is safe: an id is stored once. The commit may have gone through before it
 * broke, so after a first try what is there already counts as new: telling it twice is better than not at all.
 */
async function storeThroughOutages({ chatPath, terms }: Parts, messages: NewMessage[]): Promise<Outcome[]> {
  const giveUpAt = Date.now() + RETRY_FOR_MS;
  for (let tries = 1; ; tries++) {
    try {
      const stored = await storeMessages(chatPath, messages, terms);
      if (!stored.includes(undefined)) return stored.map((message) => ({ message: message!, isNew: true }));
      const missing = messages.filter((_, place) => !stored[place]);
      const known = await findMessages(chatPath, missing);
      return messages.map((message, place) => outcomeOf(message, stored[place], known.get(message.id), tries > 1));
    } catch (error) {
      if (isAboutData(error) || Date.now() > giveUpAt) throw error;
      await pause(RETRY_EVERY_MS);
    }
  }
}

function outcomeOf(asked: NewMessage, fresh?: Message, known?: Message, knownIsNew = false): Outcome {
  if (fresh) return { message: fresh, isNew: true };
  if (!known) return new ProductError('not_connected');
  const isTheirs = known.sender === asked.sender && known.receiver === asked.receiver;
  return isTheirs ? { message: known, isNew: knownIsNew } : new ProductError('id_taken');
}

/** SQLSTATE class 22 and 23: the values are at fault, and trying again would not help. */
function isAboutData(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string }).code ?? '');
}
