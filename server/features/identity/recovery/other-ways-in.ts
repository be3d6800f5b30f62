import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { OPEN_INVITE } from '../provider/open-invite.ts';

type Db = Pick<pg.Pool, 'query'>;

const END_PROVIDER = `
  update accounts set provider_ended_at = now()
  where user_id = $1 and provider_id = 'credential' and password is not null`;

/** Ends passkeys and log-ins by other providers: who made the account may not be its owner. */
export async function endOtherWaysIn(db: Db, uid: string): Promise<void> {
  await db.query('delete from passkeys where user_id = $1', [uid]);
  await removeLinks(db, uid);
}

const LIST = `
  select concat_ws(', ', (select 'passkeys: ' || nullif(count(*), 0) from passkeys where user_id = u.id),
    (select 'other providers: ' || nullif(count(*), 0) from accounts where user_id = u.id and provider_id <> 'credential'),
    case when phone_proven_at is not null then 'a confirmed phone' end,
    (select 'an invitation link' from invites where inviter = u.id and ${OPEN_INVITE})) as ways
  from users u where id = $1 and not email_verified`;

/**
 * For the operator: what the maker of an account with an unconfirmed email may use beside the password.
 * @returns '' for nothing, or a confirmed email
 */
export async function listOtherWaysIn(db: Db, uid: string): Promise<string> {
  const { rows } = await db.query<{ ways: string }>(LIST, [uid]);
  return rows[0]?.ways ?? '';
}

/**
 * Ends log-ins by another provider until they are allowed again, and all sessions but this one: others may have come by it.
 * @throws {ProductError} invalid without a password
 */
export function unlinkProvider(pool: pg.Pool, uid: string, sessionId: string): Promise<void> {
  return inTransaction(pool, async (db) => {
    // The lock: a log-in that runs meanwhile has opened its session by now, or finds out that it has been ended.
    await db.query('select from accounts where user_id = $1 order by id for update', [uid]);
    const { rowCount } = await db.query(END_PROVIDER, [uid]);
    if (!rowCount) throw new ProductError('invalid', (t) => t.accountHasNoPassword);
    await removeLinks(db, uid);
    await db.query('delete from sessions where user_id = $1 and id <> $2', [uid, sessionId]);
  });
}

/** Another provider may let the person in again, as the first time. */
export async function allowProvider(db: Db, uid: string): Promise<void> {
  await db.query('update accounts set provider_ended_at = null where user_id = $1 and provider_ended_at is not null', [
    uid,
  ]);
}

/** Whether the person has ended log-ins by another provider. */
export async function hasEndedProvider(db: Db, uid: string): Promise<boolean> {
  const { rowCount } = await db.query('select from accounts where user_id = $1 and provider_ended_at is not null', [
    uid,
  ]);
  return rowCount === 1;
}

export function removeLinks(db: Db, uid: string) {
  return db.query(`delete from accounts where user_id = $1 and provider_id <> 'credential'`, [uid]);
}
