import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ProductError } from '#contract/errors.ts';
import type { Photo } from '#contract/photos.ts';
import type { Message } from '#contract/views.ts';
import type { ChatConnection } from '#server/database/chat-connection.ts';
import { isDataError, SQL_STATE, sqlState } from '#server/database/sql-state.ts';
import { findLocked } from './locked-pairs.ts';
import { findWithoutPhotos, photoIds, UPLOADED_PHOTOS } from './photos-of-messages.ts';

/** A message as its sender sent it. */
export interface NewMessage {
  id: string;
  sender: string;
  receiver: string;
  content: string;
  /** Ids of photos that the sender has uploaded for this message. */
  photos?: string[] | undefined;
}

export interface Stored {
  message: Message;
  /** False when the message had been stored before. */
  isNew: boolean;
}

/** Another transaction has locked the connection of the two people. The message is not stored and may be tried again. */
export const LOCKED = Symbol('locked');

/** The result for one message of a batch. */
export type Outcome = Stored | ProductError | typeof LOCKED;

interface Parts {
  chatConnection: Pick<ChatConnection, 'query'>;
  log: Logger;
}

/** After this the senders' browsers send again. */
const RETRY_FOR_MS = 5_000;
const RETRY_EVERY_MS = 200;

/**
 * Stores a batch in one commit, without the messages whose connection is locked.
 * @param messages no id twice
 * @returns one outcome for each message, in their order
 */
export async function storeMessages(parts: Parts, messages: NewMessage[]): Promise<Outcome[]> {
  try {
    return await storeThroughOutages(parts, messages);
  } catch (error) {
    if (isLockTimeout(error)) return storeWithoutLocked(parts, messages);
    if (messages.length > 1 && isDataError(error)) return storeOneByOne(parts, messages);
    parts.log.error({ err: error, messages: messages.length }, 'messages could not be stored');
    const refusal = new ProductError(isDataError(error) ? 'invalid' : 'unavailable');
    return messages.map(() => refusal);
  }
}

/** Stores those messages of the batch that are not locked. Storing one by one finds a lock on any other table. */
async function storeWithoutLocked(parts: Parts, messages: NewMessage[]): Promise<Outcome[]> {
  if (messages.length === 1) return [LOCKED];
  const locked = await findLocked(parts.chatConnection, messages).catch(() => new Set());
  if (locked.size === 0) return storeOneByOne(parts, messages);
  const others = messages.filter(({ id }) => !locked.has(id));
  const outcomes = others.length > 0 ? await storeMessages(parts, others) : [];
  return messages.map(({ id }) => (locked.has(id) ? LOCKED : outcomes.shift()!));
}

/** So that a message that the database refuses does not fail the others of its batch. */
async function storeOneByOne(parts: Parts, messages: NewMessage[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const message of messages) outcomes.push(...(await storeMessages(parts, [message])));
  return outcomes;
}

/**
 * Retrying after a broken connection is safe, because an id is stored once. The commit may have succeeded before the
 * connection broke. So on a retry a message that is already there counts as new: publishing twice is better than never.
 */
async function storeThroughOutages({ chatConnection }: Parts, messages: NewMessage[]): Promise<Outcome[]> {
  const giveUpAt = Date.now() + RETRY_FOR_MS;
  for (let tries = 1; ; tries++) {
    try {
      const stored = await insertMessages(chatConnection, messages);
      if (!stored.includes(undefined)) return stored.map((message) => ({ message: message!, isNew: true }));
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

function outcomeOf(wanted: NewMessage, inserted?: Message, existing?: Existing, isRetry = false): Outcome {
  if (inserted) return { message: inserted, isNew: true };
  if (!existing) return new ProductError('not_connected');
  const { message, isConnected } = existing;
  if (message.sender !== wanted.sender || message.receiver !== wanted.receiver) return new ProductError('id_taken');
  // A friend who was removed gets the same as when the account had been deleted, with its messages.
  return isConnected ? { message, isNew: isRetry } : new ProductError('not_connected');
}

function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === SQL_STATE.lockNotAvailable;
}

/**
 * One round trip and one commit for a whole batch (spec §3, §9). Stores the messages whose sender is connected with the
 * receiver, updates both connections' lastmessage, and makes the messages a cause of texts, and of pushes if any device gets those. An id that exists stores nothing.
 * `offset 0` makes PostgreSQL look each connection up, also when the plan was made for an empty table.
 * `union` sorts the connections, so all nodes lock them in the same order and never deadlock.
 *
 * Someone may delete their account at the same time, and their connections with it (0014-departures.ts). The insert into
 * `connections` then violates a foreign key, so the whole statement stores nothing. It costs no more than an `update`. When
 * one of the two ends the connection at the same time, a trigger raises the same error for the row that would come back:
 * no connection is as old as this one (0027-consent.ts).
 */
const STORE = storing(`
    insert into messages (id, sender, receiver, content)
    select i.id, i.sender, i.receiver, i.content
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) with ordinality as i (id, sender, receiver, content, place)
    cross join lateral (select from connections c where c.owner = i.sender and c.other = i.receiver offset 0) connected
    order by i.place
    on conflict (id) do nothing
    returning id, seq, sender, receiver, timestamp`);

/** The same for a batch in which a message has photos, so that others pay nothing for them. */
const STORE_WITH_PHOTOS = storing(
  `
    insert into messages (id, sender, receiver, content, photos)
    select i.id, i.sender, i.receiver, i.content, uploaded.photos
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[])
      with ordinality as i (id, sender, receiver, content, photos, place)
    cross join lateral (select from connections c where c.owner = i.sender and c.other = i.receiver offset 0) connected
    cross join lateral (${UPLOADED_PHOTOS}) uploaded
    where uploaded.count = coalesce(jsonb_array_length(i.photos::jsonb), 0)
    order by i.place
    on conflict (id) do nothing
    returning id, seq, sender, receiver, timestamp, photos`,
  'photos',
);

/** @param insert stores the messages @param further columns that it returns besides id, seq and timestamp */
function storing(insert: string, ...further: string[]): string {
  return `
  with stored as (${insert}
  ), moved as (
    insert into connections (owner, other, lastmessage, connected_at)
    select owner, other, now(), '-infinity'
    from (select sender, receiver from stored union select receiver, sender from stored) p (owner, other)
    on conflict (owner, other) do update set lastmessage = excluded.lastmessage
  ), caused as (
    insert into text_causes (priority, cause, ids)
    select 1, 'message', array_agg(id) from stored having count(*) > 0
  ), pushed as (
    insert into push_causes (priority, cause, ids)
    select 1, 'message', array_agg(id) from stored where exists (select from push_devices) having count(*) > 0
  )
  select ${['id', 'seq', 'timestamp', ...further].join(', ')} from stored`;
}

const FIND = `
  select id, seq, sender, receiver, content, timestamp, read, photos,
    exists (select from connections where owner = sender and other = receiver) as "isConnected"
  from messages where id = any($1::uuid[])`;

interface MessageRow extends Omit<Message, 'timestamp' | 'photos'> {
  timestamp: Date;
  photos?: Photo[] | null;
}

type StoredRow = Pick<MessageRow, 'id' | 'seq' | 'timestamp' | 'photos'>;

/**
 * Runs the statement once.
 * @param batch no id twice
 * @returns for each message the stored one, or undefined when it was not stored now
 */
export async function insertMessages(
  db: Pick<ChatConnection, 'query'>,
  batch: readonly NewMessage[],
): Promise<(Message | undefined)[]> {
  const values = [
    batch.map((message) => message.id),
    batch.map((message) => message.sender),
    batch.map((message) => message.receiver),
    batch.map((message) => message.content),
  ];
  const hasPhotos = batch.some(({ photos }) => photos);
  const statement = hasPhotos
    ? { name: 'store-messages-with-photos', text: STORE_WITH_PHOTOS, values: [...values, batch.map(photoIds)] }
    : { name: 'store-messages', text: STORE, values };
  const rows = await insertWithoutDeletedPeople(db, statement);
  // By id: SQL guarantees no order for the rows of a data-modifying `with`.
  const stored = new Map(rows.map((row) => [row.id, row]));
  return batch.map((message) => {
    const row = stored.get(message.id);
    return row && messageView({ ...message, ...row, photos: row.photos ?? null, read: false });
  });
}

/** After a foreign key violation the person is gone, and the same statement stores the rest of the batch. */
async function insertWithoutDeletedPeople(
  db: Pick<ChatConnection, 'query'>,
  statement: { name: string; text: string; values: unknown[] },
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
  message: Message;
  isConnected: boolean;
}

/** The stored messages that have the ids of these, by id. */
async function findMessages(
  db: Pick<ChatConnection, 'query'>,
  wanted: readonly NewMessage[],
): Promise<Map<string, Existing>> {
  const ids = wanted.map((message) => message.id);
  const { rows } = await db.query<MessageRow & Pick<Existing, 'isConnected'>>({
    name: 'find-messages',
    text: FIND,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, { message: messageView(row), isConnected: row.isConnected }]));
}

/** A message as both people see it. */
export function messageView({ id, seq, sender, receiver, content, timestamp, read, photos }: MessageRow): Message {
  const view = { id, seq, sender, receiver, content, timestamp: timestamp.getTime(), read };
  return photos ? { ...view, photos } : view;
}
