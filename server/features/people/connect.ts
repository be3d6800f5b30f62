import { sql } from 'kysely';
import { ProductError } from '#contract/errors.ts';
import { newId } from '#contract/new-id.ts';
import type { ConnectionEntry, Message } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/database/connect.ts';
import { messageView } from '#server/features/chat/index.ts';
import { findConnection } from '#server/features/circle/index.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';
import {
  type Count,
  NEW_CONNECTIONS,
  NEW_CONNECTIONS_AT_FIRST,
  NEW_CONNECTIONS_FROM_NETWORK,
} from '#server/limits/index.ts';

/** The first chat message of a new connection (spec §9). */
const GREETING = 'Hey 👋 how are you doing today?';

/**
 * Connects two people in both directions, with a greeting from the asker, which causes a text to the other (spec §4). Repeating it, from either side or both at once, changes nothing.
 * @param network the asker's network, for the limits
 * @param onConnecting runs in the transaction of a new connection; when it throws, they are not connected
 * @returns the other person, as in the asker's list
 * @throws {ProductError} not_found, too_many
 */
export async function connect(
  context: Context,
  { uid: asker, isNew }: Pick<SignedInPerson, 'uid' | 'isNew'>,
  other: string,
  network: string,
  onConnecting?: (trx: Transaction) => Promise<void>,
): Promise<ConnectionEntry> {
  if (asker === other) throw new ProductError('invalid', 'You are already with yourself.');
  const known = await findConnection(context.pool, asker, other);
  if (known) return known;
  const counts: Count[] = [
    ...(isNew ? [[NEW_CONNECTIONS_AT_FIRST, asker] as const] : []),
    [NEW_CONNECTIONS, asker],
    [NEW_CONNECTIONS_FROM_NETWORK, network],
  ];
  const greeting = await connectCounted(context, counts, async (trx) => {
    const message = await connectOnce(trx, asker, other);
    if (message) await onConnecting?.(trx);
    return message;
  });
  const entry = await findConnection(context.pool, asker, other);
  if (greeting) {
    context.outbox.wake();
    context.push.wake();
    // The message before the connection, whose entry already counts the greeting as unread.
    context.live.publish([asker, other], { type: 'message', message: greeting });
    const asOtherSees = await findConnection(context.pool, other, asker);
    if (entry) context.live.publish([asker], { type: 'connection', entry });
    if (asOtherSees) context.live.publish([other], { type: 'connection', entry: asOtherSees });
  }
  // One of the two accounts was deleted after the commit.
  if (!entry) throw new ProductError('not_found');
  return entry;
}

/**
 * Counts first, so that a refused call writes nothing and holds no database connection. The count is undone only when the
 * other person connected the two at the same time. A failed call, as with an unknown uid, stays counted.
 */
async function connectCounted(
  context: Context,
  counts: readonly Count[],
  connectPeople: (trx: Transaction) => Promise<Message | undefined>,
): Promise<Message | undefined> {
  await context.limits.count(...counts);
  const greeting = await context.db.transaction().execute(connectPeople);
  if (!greeting) {
    const undone = await Promise.allSettled(counts.map((counted) => context.limits.undo(...counted)));
    for (const one of undone)
      if (one.status === 'rejected') context.log.warn({ err: one.reason }, 'a count could not be undone');
  }
  return greeting;
}

/** @returns the greeting, or undefined when they were connected already */
async function connectOnce(trx: Transaction, asker: string, other: string): Promise<Message | undefined> {
  // Locked, so that neither account can be deleted before the commit.
  const people = await trx.selectFrom('users').select('id').where('id', 'in', [asker, other]).forKeyShare().execute();
  if (people.length < 2) throw new ProductError('not_found');
  if (!(await connectBothWays(trx, asker, other))) return;
  const greeting = await trx
    .insertInto('messages')
    .values({ id: newId(), sender: asker, receiver: other, content: GREETING })
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('text_causes')
    .values({ priority: 1, cause: 'connection', ids: [greeting.id] })
    .execute();
  await sql`
    insert into push_causes (priority, cause, ids)
    select 1, 'connection', array[${greeting.id}::uuid] where exists (select from push_devices)`.execute(trx);
  return messageView(greeting);
}

/** Both rows in one statement and always in the same order, so that two people who connect at once do not deadlock. */
async function connectBothWays(trx: Transaction, asker: string, other: string): Promise<boolean> {
  const [first, second] = [asker, other].sort() as [string, string];
  const lastmessage = trx.fn<Date>('now', []);
  const inserted = await trx
    .insertInto('connections')
    .values([
      { owner: first, other: second, lastmessage },
      { owner: second, other: first, lastmessage },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .returning('owner')
    .execute();
  return inserted.length > 0;
}
