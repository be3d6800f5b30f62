import { sql } from 'kysely';
import { INVITATION_ENDED, ProductError } from '#contract/errors.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/database/connect.ts';
import { MAY_INVITE, type SignedInPerson } from '#server/features/identity/index.ts';
import { ASKED, connect } from '#server/features/people/index.ts';
import { findInviter } from './find-inviter.ts';

/**
 * Connects a person with the inviter of a code, exactly as connecting does: greeting and text once, the same limits. The use
 * is counted with the connection, so repeating it, also many times at once, is one use.
 * @param network the person's network, for the limits
 * @returns the inviter, as in the person's list
 * @throws {ProductError} not_found, invalid (one's own link), too_many, unavailable
 */
export async function acceptInvite(
  context: Context,
  person: Pick<SignedInPerson, 'uid' | 'isNew'>,
  code: string,
  network: string,
): Promise<ConnectionEntry> {
  const inviter = await findInviter(context, code, person.uid, network);
  if (inviter.uid === null)
    throw new ProductError('invalid', 'This invitation lets people sign up. You are in already.');
  if (inviter.uid === person.uid) throw new ProductError('invalid', 'This is your own link. Send it to a friend.');
  const entry = await connect(context, person, inviter.uid, {
    network,
    isInvited: true,
    onConnecting: (trx) => countUse(trx, code, person.uid),
  });
  if (entry === ASKED) throw new ProductError('not_found', INVITATION_ENDED);
  return entry;
}

/**
 * Counts one use. It may have expired, been used up or renewed since it was found: then nothing is connected. A person who
 * signed up with it was counted then.
 * @throws {ProductError} not_found
 */
async function countUse(trx: Transaction, code: string, uid: string): Promise<void> {
  const signedUpWithIt = sql<boolean>`exists (select from users where id = ${uid} and invite_code = invites.code)`;
  const { numUpdatedRows } = await trx
    .updateTable('invites')
    .set({ uses: sql`uses + case when ${signedUpWithIt} then 0 else 1 end` })
    .where('code', '=', code)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`${sql.raw(MAY_INVITE)}`)
    .where((where) => where.or([where(sql.ref('uses'), '<', sql.ref('max_uses')), signedUpWithIt]))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new ProductError('not_found', INVITATION_ENDED);
}
