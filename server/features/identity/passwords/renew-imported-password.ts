import type pg from 'pg';
import { inTransaction } from '#server/database/in-transaction.ts';
import { after, SIGN_IN } from '../provider/allowed-calls.ts';
import { IMPORTED } from './firebase-password.ts';
import type { PasswordHashing } from './password-hashing.ts';

const STORE = `
  update accounts set password = $2, updated_at = now()
  where user_id = $1 and provider_id = 'credential' and starts_with(password, '${IMPORTED}')`;

/** Stores an imported password as ours at the first log-in. It is the same password, so sessions go on. */
export const renewImportedPassword = (pool: pg.Pool, hashing: Pick<PasswordHashing, 'madeHash'>) =>
  after('renew-imported-password', [SIGN_IN], async ({ body, context }) => {
    const uid = context.newSession?.user.id;
    const ours = uid && hashing.madeHash(body.password);
    if (ours) await inTransaction(pool, (db) => db.query(STORE, [uid, ours]), ['moodring.same_password = on']);
  });
