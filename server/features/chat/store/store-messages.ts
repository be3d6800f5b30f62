import { setTimeout as pause } from 'node:timers/promises';
import type { QueryConfig } from 'pg';
import type { Logger } from 'pino';
import { ProductError } from '#contract/errors.ts';
import type { Message, Quote } from '#contract/views.ts';
import type { ChatConnection } from '#server/database/chat-connection.ts';
import { isDataError, SQL_STATE, sqlState } from '#server/database/sql-state.ts';
import { readForSender } from '../conversation-sql.ts';
import { type MessageRow, messageView, quoteOf, rareColumns } from '../message-view.ts';
import { findLocked, pairOf } from './locked-pairs.ts';
import { findWithoutPhotos } from './photos-of-messages.ts';
import { type NewMessage, storeStatement } from './store-statement.ts';

export interface Stored {
  message: Message;
  /** As its receiver sees it, when that differs: each of the two may have deleted the message that it quotes. */
  forReceiver?: Message;
  isNew: boolean;
}

/** Another transaction has locked the connection of the two people. The message is not stored and may be tried again. */
export const LOCKED = Symbol('locked');

export type Outcome = Stored | ProductError | typeof LOCKED;

interface Dependencies {
  chatConnection: Pick<ChatConnection, 'query'>;
  log: Logger;
}

const RETRY_FOR_MS = 5_000;
const RETRY_EVERY_MS = 200;

/** Stores a batch in one commit, without locked connections. @param messages no id twice @returns outcomes in order */
export async function storeMessages(dependencies: Dependencies, messages: NewMessage[]): Promise<Outcome[]> {
  try {
    return await storeThroughOutages(dependencies, messages);
  } catch (error) {
    const isLocked = isLockTimeout(error);
    if (messages.length > 1 && (isLocked || isDataError(error))) return storeOneByOne(dependencies, messages);
    if (isLocked) return [LOCKED];
    dependencies.log.error({ err: error, messages: messages.length }, 'messages could not be stored');
    const refusal = new ProductError(isDataError(error) ? 'invalid' : 'unavailable');
    return messages.map(() => refusal);
  }
}

/** So that a message that is refused or locked does not fail the others of its batch. */
async function storeOneByOne(dependencies: Dependencies, messages: NewMessage[]): Promise<Outcome[]> {
  // All at once, because each try would wait for its lock.
  const locked = await findLocked(dependencies.chatConnection, messages).catch(() => new Set());
  const lockedPairs = new Set(messages.filter(({ id }) => locked.has(id)).map(pairOf));
  const outcomes: Outcome[] = [];
  for (const message of messages) {
    // Also later ones of the pair: its messages stay in order.
    const isLocked = lockedPairs.has(pairOf(message));
    const outcome = isLocked ? LOCKED : (await storeMessages(dependencies, [message]))[0]!;
    if (outcome === LOCKED) lockedPairs.add(pairOf(message));
    outcomes.push(outcome);
  }
  return outcomes;
}

/** The commit may have succeeded. A message that is there counts as new: better published twice than never. */
async function storeThroughOutages({ chatConnection }: Dependencies, messages: NewMessage[]): Promise<Outcome[]> {
  const giveUpAt = Date.now() + RETRY_FOR_MS;
  for (let tries = 1; ; tries++) {
    try {
      const stored = await insertMessages(chatConnection, messages);
      if (!stored.includes(undefined)) return stored.map((views) => ({ ...views!, isNew: true }));
      const missing = messages.filter((_, place) => !stored[place]);
      const existing = await findMessages(chatConnection, missing);
      const withoutPhotos = await findWithoutPhotos(chatConnection, missing);
      return messages.map((message, place) => {
        if (withoutPhotos.has(message.id) && !existing.has(message.id)) return new ProductError('photo_missing');
        return outcomeOf(message, stored[place], existing.get(message.id), tries > 1);
      });
    } catch (error) {
      if (isDataError(error) || isLockTimeout(error) || Date.now() > giveUpAt) throw error;
      await pause(RETRY_EVERY_MS);
    }
  }
}

function outcomeOf(wanted: NewMessage, inserted?: Views, existing?: Existing, isRetry = false): Outcome {
  if (inserted) return { ...inserted, isNew: true };
  // Before the id is looked at: a friend who was removed gets the same answer as when the account was deleted.
  if (!existing?.isConnected) return new ProductError('not_connected');
  const { views } = existing;
  const isSame = views?.message.sender === wanted.sender && views.message.receiver === wanted.receiver;
  return isSame ? { ...views, isNew: isRetry } : new ProductError('id_taken');
}

function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === SQL_STATE.lockNotAvailable;
}

/** For the sender: what the receiver hides from them stays hidden when they send the same message again. */
const FIND = `
  select i.id, m.seq, m.sender, m.receiver, m.content, m.timestamp,
    ${readForSender('reads_hidden_from(m.sender, m.receiver)')} as read, ${rareColumns('m.sender')},
    case when m.reply_to is not null then (${quoteOf('m.reply_to', 'm.receiver')}) end as "quoteForReceiver",
    exists (select from connections where owner = i.sender and other = i.receiver) as "isConnected"
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as i (id, sender, receiver) left join messages m on m.id = i.id
  where m.id is not null or exists (select from taken_ids t where t.id = i.id)`;

type StoredRow = Pick<MessageRow, 'id' | 'seq' | 'timestamp' | 'quote' | 'photos'> &
  Pick<QuotingRow, 'quoteForReceiver'>;

interface QuotingRow extends MessageRow {
  quoteForReceiver?: Quote | null;
}

/** @param batch no id twice @returns undefined for each message that was not stored now */
export async function insertMessages(
  db: Pick<ChatConnection, 'query'>,
  batch: readonly NewMessage[],
): Promise<(Views | undefined)[]> {
  const rows = await insertWithoutDeletedPeople(db, storeStatement(batch));
  // By id: SQL guarantees no order for the rows of a data-modifying `with`.
  const stored = new Map(rows.map((row) => [row.id, row]));
  return batch.map((message) => {
    const row = stored.get(message.id);
    return row && viewsOf({ ...message, ...row, photos: row.photos ?? null, read: false });
  });
}

type Views = Pick<Stored, 'message' | 'forReceiver'>;

function viewsOf(row: QuotingRow): Views {
  const message = messageView(row);
  if (!message.quote) return { message };
  return { message, forReceiver: messageView({ ...row, quote: row.quoteForReceiver ?? null }) };
}

/** After a foreign key violation the person is gone, and the same statement stores the rest of the batch. */
async function insertWithoutDeletedPeople(
  db: Pick<ChatConnection, 'query'>,
  statement: QueryConfig,
): Promise<StoredRow[]> {
  for (;;) {
    try {
      return (await db.query<StoredRow>(statement)).rows;
    } catch (error) {
      if (sqlState(error) !== SQL_STATE.foreignKeyViolation) throw error;
    }
  }
}

interface Existing {
  /** Undefined for the id of a message that went with a deleted account. */
  views: Views | undefined;
  isConnected: boolean;
}

async function findMessages(
  db: Pick<ChatConnection, 'query'>,
  wanted: readonly NewMessage[],
): Promise<Map<string, Existing>> {
  const { rows } = await db.query<(QuotingRow | { id: string; seq: null }) & Pick<Existing, 'isConnected'>>({
    name: 'find-messages',
    text: FIND,
    values: [wanted.map(({ id }) => id), wanted.map(({ sender }) => sender), wanted.map(({ receiver }) => receiver)],
  });
  return new Map(
    rows.map((row) => [row.id, { views: row.seq === null ? undefined : viewsOf(row), isConnected: row.isConnected }]),
  );
}
