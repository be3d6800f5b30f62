import type { Inviter } from '#contract/account/invites.ts';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { isBlocked } from '#server/features/circle/index.ts';
import { isInviteCode, MAY_INVITE, OPEN_INVITE } from '#server/features/identity/index.ts';
import { LIMITS } from '#server/limits/index.ts';

export interface FoundInviter extends Inviter {
  uid: string | null;
}

// An invitation that is used up stays valid for the people who used it: the connection or the account was counted.
const FIND = `
  select u.id as uid, coalesce(u.firstname, '') as firstname, coalesce(u.lastname, '') as lastname,
    invites.inviter is not null as connects
  from invites left join users u on u.id = invites.inviter
  where invites.code = $1 and ($2::uuid is null or not ${isBlocked('$2::uuid', 'invites.inviter')}) and (
    ${OPEN_INVITE}
    or invites.expires_at > now() and ${MAY_INVITE} and (
      exists (select from connections where owner = $2 and other = invites.inviter)
      or exists (select from users where id = $2 and invite_code = invites.code)))`;

/** @param asker null for a visitor @throws {ProductError} not_found; for a wrong code also too_many, unavailable */
export async function findInviter(
  { pool, limits }: Pick<Context, 'pool' | 'limits'>,
  code: string,
  asker: string | null,
  network: string,
): Promise<FoundInviter> {
  const { rows } = isInviteCode(code)
    ? await pool.query<FoundInviter>({ name: 'find-inviter', text: FIND, values: [code, asker] })
    : { rows: [] };
  if (rows[0]) return rows[0];
  await limits.count([LIMITS.invitation.network, network], [LIMITS.invitation.everybody, 'everybody']);
  throw new ProductError('not_found', (t) => t.invitationHasRunOut);
}
