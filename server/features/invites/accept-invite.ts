import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { MAY_INVITE, type SignedInPerson } from '#server/features/identity/index.ts';
import { ASKED, connect } from '#server/features/people/index.ts';
import { findInviter } from './find-inviter.ts';

/** Connects a person with an inviter, once. @throws {ProductError} not_found, invalid (own link), too_many, unavailable */
export async function acceptInvite(
  context: Context,
  person: Pick<SignedInPerson, 'uid' | 'isNew'>,
  code: string,
  network: string,
): Promise<ConnectionEntry> {
  const inviter = await findInviter(context, code, person.uid, network);
  if (inviter.uid === null) throw new ProductError('invalid', (t) => t.invitationIsForSignUp);
  if (inviter.uid === person.uid) throw new ProductError('invalid', (t) => t.thisIsYourOwnLink);
  const entry = await connect(context, person, inviter.uid, {
    network,
    isInvited: true,
    onConnecting: (db, wereFriends) => countUse(db, code, person.uid, wereFriends),
  });
  if (entry === ASKED) throw new ProductError('not_found', (t) => t.invitationHasRunOut);
  return entry;
}

const SIGNED_UP_WITH_IT = 'exists (select from users where id = $2 and invite_code = invites.code)';
const COUNT_USE = `
  update invites set uses = uses + case when $3 or ${SIGNED_UP_WITH_IT} then 0 else 1 end
  where code = $1 and expires_at > now() and ${MAY_INVITE} and (uses < max_uses or ${SIGNED_UP_WITH_IT})`;

/** It may have expired, been used up or renewed since it was found. Sign-ups and earlier friends are counted. @throws {ProductError} not_found */
async function countUse(db: pg.ClientBase, code: string, uid: string, wereFriends: boolean): Promise<void> {
  const { rowCount } = await db.query(COUNT_USE, [code, uid, wereFriends]);
  if (rowCount === 0) throw new ProductError('not_found', (t) => t.invitationHasRunOut);
}
