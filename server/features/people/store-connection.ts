import { sql } from 'kysely';
import { ProductError } from '#contract/errors.ts';
import { newId } from '#contract/new-id.ts';
import type { Message } from '#contract/views.ts';
import type { Transaction } from '#server/database/connect.ts';
import { messageView } from '#server/features/chat/index.ts';
import { KEPT_CONTROLS, lockPairUnlessBlocked } from '#server/features/circle/index.ts';

/** The first chat message of a new connection (spec §9). */
const GREETING = 'Hey 👋 how are you doing today?';

/**
 * Locks the two accounts, so that neither can be deleted before the commit.
 * @throws {ProductError} not_found for missing people, and when one has blocked the other
 */
export async function lockConnectable(trx: Transaction, asker: string, other: string): Promise<void> {
  const isBlocked = await lockPairUnlessBlocked(trx, asker, other);
  const people = await trx.selectFrom('users').select('id').where('id', 'in', [asker, other]).forKeyShare().execute();
  if (isBlocked || people.length < 2) throw new ProductError('not_found');
}

/** @returns the greeting, or undefined when they were connected already */
export async function connectOnce(trx: Transaction, asker: string, other: string): Promise<Message | undefined> {
  if (!(await connectBothWays(trx, asker, other))) return;
  await restoreControls(trx, asker, other);
  const greeting = await trx
    .insertInto('messages')
    .values({ id: newId(), sender: asker, receiver: other, content: GREETING })
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('causes')
    .values({ priority: 1, cause: 'connection', ids: [greeting.id] })
    .execute();
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

/** What the two had set about each other holds again: to end a connection and connect anew must not undo it. */
async function restoreControls(trx: Transaction, one: string, other: string): Promise<void> {
  await sql`
    with past as (
      delete from past_connections where (owner, other) in ((${one}, ${other}), (${other}, ${one})) returning *
    )
    update connections c set ${sql.raw(KEPT_CONTROLS.map((column) => `${column} = p.${column}`).join(', '))}
    from past p where c.owner = p.owner and c.other = p.other`.execute(trx);
  await sql`
    delete from connection_requests where (asker, asked) in ((${one}, ${other}), (${other}, ${one}))`.execute(trx);
}
