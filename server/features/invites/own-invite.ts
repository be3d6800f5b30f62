import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Invite } from '#contract/account/invites.ts';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { SQL_STATE, sqlState } from '#server/database/sql-state.ts';
import { OPEN_INVITE } from '#server/features/identity/index.ts';

const DAYS = 30;
const MAX_USES = 100;

interface Row {
  code: string;
  expiresAt: Date;
  usesLeft: number;
}

const COLUMNS = `code, expires_at as "expiresAt", max_uses - uses as "usesLeft"`;

const FIND = `select ${COLUMNS} from invites where inviter = $1 and ${OPEN_INVITE}`;

const REPLACE = `
  insert into invites (code, inviter, expires_at, max_uses)
  values ($2, $1, now() + interval '${DAYS} days', ${MAX_USES})
  on conflict (inviter) do update
  set code = excluded.code, created_at = now(), expires_at = excluded.expires_at, uses = 0, max_uses = excluded.max_uses`;

/** Makes a link if none works. @throws {ProductError} not_signed_in */
export async function getInvite({ pool, config }: Context, uid: string): Promise<Invite> {
  const { rows } = await pool.query<Row>({ name: 'find-invite', text: FIND, values: [uid] });
  // Calls at the same moment make one link: the others find it, or it is the one that they return.
  const row =
    rows[0] ??
    (await replaceInvite(pool, uid, `where not (${OPEN_INVITE})`)) ??
    (await pool.query<Row>(FIND, [uid])).rows[0];
  return inviteView(row, config);
}

/** The old link stops at once. @throws {ProductError} not_signed_in */
export async function renewInvite({ pool, config }: Context, uid: string): Promise<Invite> {
  return inviteView(await replaceInvite(pool, uid), config);
}

/** Ends a person's link. Callers do this last in a transaction, as accepting does, so that the two do not deadlock. */
export async function endInvite(db: Pick<pg.ClientBase, 'query'>, uid: string): Promise<void> {
  await db.query('delete from invites where inviter = $1', [uid]);
}

/** @param condition which link may be replaced, as a where clause; undefined is returned when it may not */
async function replaceInvite(pool: pg.Pool, uid: string, condition = ''): Promise<Row | undefined> {
  try {
    const { rows } = await pool.query<Row>(`${REPLACE} ${condition} returning ${COLUMNS}`, [uid, newCode()]);
    return rows[0];
  } catch (error) {
    if (sqlState(error) === SQL_STATE.foreignKeyViolation) throw new ProductError('not_signed_in');
    throw error;
  }
}

export function newCode(): string {
  return randomBytes(16).toString('base64url');
}

function inviteView(row: Row | undefined, { appUrl }: Context['config']): Invite {
  if (!row) throw new ProductError('not_signed_in');
  return { link: `${appUrl}/join#${row.code}`, expiresAt: row.expiresAt.getTime(), usesLeft: row.usesLeft };
}
