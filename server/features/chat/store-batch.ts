import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ProductError } from '#contract/errors.ts';
import type { Message } from '#contract/views.ts';
import type { ChatConnection } from '#server/database/chat-connection.ts';
import { findLocked } from './find-locked.ts';
import { findMessages, type NewMessage, storeMessages, type TextTerms } from './store-messages.ts';

export interface Stored {
  message: Message;
  /** False when the same message had been stored before. */
  isNew: boolean;
}

/** Somebody else has locked the connection of its two people: it is not stored, and may be tried again. */
export const LOCKED = Symbol('locked');

/** What became of one message of a batch. */
export type Outcome = Stored | ProductError | typeof LOCKED;

interface Parts {
  chatConnection: Pick<ChatConnection, 'query'>;
  log: Logger;
  terms: TextTerms;
}

/** A database that is away for longer than this is the senders' to wait for. */
const RETRY_FOR_MS = 5_000;
const RETRY_EVERY_MS = 200;

/**
 * Stores messages, no id twice, in one commit; without those whose connection somebody has locked.
 * @returns what became of each, in their order
 */
export async function storeBatch(parts: Parts, messages: NewMessage[]): Promise<Outcome[]> {
  try {
    return await storeThroughOutages(parts, messages);
  } catch (error) {
    if (isLockTimeout(error)) return storeWithoutLocked(parts, messages);
    if (messages.length > 1 && isAboutData(error)) return storeOneByOne(parts, messages);
    parts.log.error({ err: error, messages: messages.length }, 'messages could not be stored');
    const refusal = new ProductError(isAboutData(error) ? 'invalid' : 'unavailable');
    return messages.map(() => refusal);
  }
}

/** Looks for what held up the batch, and stores the others. A lock that is not on a connection is found by storing one by one. */
async function storeWithoutLocked(parts: Parts, messages: NewMessage[]): Promise<Outcome[]> {
  if (messages.length === 1) return [LOCKED];
  const locked = await findLocked(parts.chatConnection, messages).catch(() => new Set());
  if (locked.size === 0) return storeOneByOne(parts, messages);
  const others = messages.filter(({ id }) => !locked.has(id));
  const outcomes = others.length > 0 ? await storeBatch(parts, others) : [];
  return messages.map(({ id }) => (locked.has(id) ? LOCKED : outcomes.shift()!));
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
async function storeThroughOutages({ chatConnection, terms }: Parts, messages: NewMessage[]): Promise<Outcome[]> {
  const giveUpAt = Date.now() + RETRY_FOR_MS;
  for (let tries = 1; ; tries++) {
    try {
      const stored = await storeMessages(chatConnection, messages, terms);
      if (!stored.includes(undefined)) return stored.map((message) => ({ message: message!, isNew: true }));
      const missing = messages.filter((_, place) => !stored[place]);
      const known = await findMessages(chatConnection, missing);
      return messages.map((message, place) => outcomeOf(message, stored[place], known.get(message.id), tries > 1));
    } catch (error) {
      if (isAboutData(error) || isLockTimeout(error) || Date.now() > giveUpAt) throw error;
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

/** SQLSTATE lock_not_available. */
function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string }).code === '55P03';
}
