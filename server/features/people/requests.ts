import type pg from 'pg';
import type { ConnectionRequest } from '#contract/consent.ts';
import { ProductError } from '#contract/errors.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { findConnection } from '#server/features/circle/index.ts';
import { LIMITS } from '#server/limits/index.ts';
import { publishConnection } from './connect.ts';
import { connectOnce, lockConnectable } from './store-connection.ts';

const MOST_LISTED = 200;

const LIST = `
  select u.id as uid, u.firstname, u.lastname, u.initials, r.asked_at as "askedAt"
  from connection_requests r join users u on u.id = r.asker
  where r.asked = $1 and r.declined_at is null order by r.asked_at desc, u.id limit ${MOST_LISTED}`;

export async function listRequests(pool: pg.Pool, asked: string): Promise<ConnectionRequest[]> {
  const { rows } = await pool.query({ name: 'list-requests', text: LIST, values: [asked] });
  return rows.map(({ askedAt, ...person }) => ({ ...person, askedAt: askedAt.getTime() }));
}

/** Connects with the asker, once. @throws {ProductError} not_found without a waiting request; too_many */
export async function acceptRequest(context: Context, asked: string, asker: string): Promise<ConnectionEntry> {
  await context.limits.consume(LIMITS.answerRequests.person, asked);
  const greeting = await inTransaction(context.pool, async (db) => {
    await lockConnectable(db, asker, asked);
    const { rowCount } = await db.query(
      'delete from connection_requests where asker = $1 and asked = $2 and declined_at is null',
      [asker, asked],
    );
    return rowCount === 0 ? undefined : connectOnce(db, asker, asked);
  });
  if (greeting) {
    await publishConnection(context, asker, asked, greeting);
    context.live.publish([asked], { type: 'requests' });
  }
  const entry = await findConnection(context.pool, asked, asker);
  if (!entry) throw new ProductError('not_found');
  return entry;
}

/** 'Not now': the person is not asked again, and the asker sees what they saw before. @throws {ProductError} too_many */
export async function declineRequest({ limits, pool, live }: Context, asked: string, asker: string): Promise<void> {
  await limits.consume(LIMITS.answerRequests.person, asked);
  const { rowCount } = await pool.query(
    'update connection_requests set declined_at = now() where asker = $1 and asked = $2 and declined_at is null',
    [asker, asked],
  );
  if (rowCount) live.publish([asked], { type: 'requests' });
}
