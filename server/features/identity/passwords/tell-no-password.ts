import { getSessionFromCtx } from 'better-auth/api';
import type pg from 'pg';
import { before, CHANGE_PASSWORD, VERIFY_PASSWORD } from '../provider/allowed-calls.ts';
import { refusal } from '../provider/refusals.ts';

/** Who has always logged in with another provider cannot know a password: 'Invalid password' would not be true. */
export function tellNoPassword(pool: pg.Pool) {
  return before('tell-no-password', [CHANGE_PASSWORD, VERIFY_PASSWORD], async (ctx) => {
    const session = await getSessionFromCtx(ctx);
    if (!session) return;
    if (!(await hasPassword(pool, session.user.id))) throw refusal('BAD_REQUEST', 'NO_PASSWORD');
  });
}

/** Whether a person has a password. Who has only logged in with another provider has none. */
async function hasPassword(db: Pick<pg.Pool, 'query'>, uid: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from accounts where user_id = $1 and provider_id = 'credential' and password is not null`,
    [uid],
  );
  return rowCount === 1;
}
