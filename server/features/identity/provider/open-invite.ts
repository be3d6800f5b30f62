/** The form of an invitation's code: 128 bits, base64url. */
const CODE = /^[\w-]{22}$/;

/** Other text is no code. It needs no query, and PostgreSQL could not store some of it. */
export function isInviteCode(text: unknown): text is string {
  return typeof text === 'string' && CODE.test(text);
}

/** The condition, in SQL: the inviter may invite. A suspended person lets nobody in, also not accounts of their own. */
export const MAY_INVITE = 'not exists (select from users where id = invites.inviter and suspended_at is not null)';

/** The condition, in SQL: the invitation can still be used. */
export const OPEN_INVITE = `invites.expires_at > now() and invites.uses < invites.max_uses and ${MAY_INVITE}`;
