import type pg from 'pg';
import { payerOf } from '../payer.ts';

const CODE = /^[\w-]{22}$/;

/** Other text is no code. It needs no query, and PostgreSQL could not store some of it. */
export function isInviteCode(text: unknown): text is string {
  return typeof text === 'string' && CODE.test(text);
}

/** The condition, in SQL: the inviter may invite. A suspended person must not let in accounts of their own. */
export const MAY_INVITE = 'not exists (select from users where id = invites.inviter and suspended_at is not null)';

export const OPEN_INVITE = `invites.expires_at > now() and invites.uses < invites.max_uses and ${MAY_INVITE}`;

const FIND_OPEN = `
  select case when inviter.id is not null then ${payerOf('inviter')} end as payer
  from invites left join users inviter on inviter.id = invites.inviter
  where invites.code = $1 and ${OPEN_INVITE}`;

/** Finds a usable invitation. @returns whom its sign-ups count for; null for an operator's; undefined without one */
export async function findOpenInvite(pool: pg.Pool, code: unknown): Promise<{ payer: string | null } | undefined> {
  if (!isInviteCode(code)) return;
  const { rows } = await pool.query({ name: 'find-open-invite', text: FIND_OPEN, values: [code] });
  return rows[0];
}
