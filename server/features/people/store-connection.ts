import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import { newId } from '#contract/new-id.ts';
import type { Message } from '#contract/views.ts';
import { type MessageRow, messageView } from '#server/features/chat/index.ts';
import { KEPT_CONTROLS, lockPairUnlessBlocked } from '#server/features/circle/index.ts';
import { wordsOf } from '#server/languages.ts';

export type OnConnecting = (db: pg.ClientBase, wereFriends: boolean) => Promise<void>;

/** Locks the two accounts, so that neither is deleted before the commit. @throws {ProductError} not_found, also for a block */
export async function lockConnectable(db: pg.ClientBase, asker: string, other: string): Promise<void> {
  const isBlocked = await lockPairUnlessBlocked(db, asker, other);
  const { rowCount } = await db.query('select from users where id in ($1, $2) for key share', [asker, other]);
  if (isBlocked || rowCount !== 2) throw new ProductError('not_found');
}

const GREET = `
  with greeting as (
    insert into messages (id, sender, receiver, content) values ($1, $2, $3, $4) returning *
  ), caused as (
    insert into causes (priority, cause, ids) select 1, 'connection', array[id] from greeting
  )
  select id, seq, sender, receiver, content, timestamp, read from greeting`;

/** @returns the greeting, in the language of `other`, or undefined when they were connected already */
export async function connectOnce(
  db: pg.ClientBase,
  asker: string,
  other: string,
  onConnecting?: OnConnecting,
): Promise<Message | undefined> {
  if (!(await connectBothWays(db, asker, other))) return;
  const wereFriends = await restoreControls(db, asker, other);
  await onConnecting?.(db, wereFriends);
  const { rows: readers } = await db.query('select language from users where id = $1', [other]);
  const { greeting } = wordsOf(readers[0].language);
  const { rows } = await db.query<MessageRow>(GREET, [newId(), asker, other, greeting]);
  return messageView(rows[0]!);
}

/** Both rows in one statement and always in the same order, so that two people who connect at once do not deadlock. */
async function connectBothWays(db: pg.ClientBase, asker: string, other: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into connections (owner, other, lastmessage) values ($1, $2, now()), ($2, $1, now()) on conflict do nothing',
    [asker, other].sort(),
  );
  return rowCount !== 0;
}

const RESTORE_CONTROLS = `
  with past as (
    delete from past_connections where (owner, other) in (($1, $2), ($2, $1)) returning *
  )
  update connections c set ${KEPT_CONTROLS.map((column) => `${column} = p.${column}`).join(', ')}
  from past p where c.owner = p.owner and c.other = p.other`;

/**
 * What the two had set about each other holds again: ending a connection and connecting again must not undo it.
 * @returns whether they were friends before
 */
async function restoreControls(db: pg.ClientBase, one: string, other: string): Promise<boolean> {
  const { rowCount } = await db.query(RESTORE_CONTROLS, [one, other]);
  await db.query('delete from connection_requests where (asker, asked) in (($1, $2), ($2, $1))', [one, other]);
  return rowCount !== 0;
}
