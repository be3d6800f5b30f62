import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import { hasStopped, isTextable } from '#server/features/texts/index.ts';
import { CALL } from '../services/push-services.ts';
import type { ThisDevice } from './devices.ts';

/** SQL: the phone of this person may be called. Its proof stands for its consent, and a STOP ends calls, too. @param who an alias of `users` */
export function canBeCalled(who: string): string {
  return `(${isTextable(who, 'true')} and ${who}.texts_about <> 'none' and not ${hasStopped(who)})`;
}

const STORE = `
  insert into push_devices (uid, kind, service, endpoint, about)
  select u.id, 'call', '${CALL}', '', 'support' from users u join sessions s on s.user_id = u.id
  where u.id = $1 and s.id = $2 and s.expires_at > now() and ${canBeCalled('u')} for key share of u, s
  on conflict (uid, kind) where kind <> 'browser' do update set renewed_at = now()`;

/** @throws {ProductError} invalid, while the person has no confirmed number that takes texts, or the session has ended */
export async function changePhoneCalls(
  pool: pg.Pool,
  { uid, sessionId }: ThisDevice,
  isCalled: boolean,
): Promise<void> {
  if (!isCalled) await pool.query(`delete from push_devices where uid = $1 and kind = 'call'`, [uid]);
  else if (!(await pool.query(STORE, [uid, sessionId])).rowCount)
    throw new ProductError('invalid', (t) => t.callsNeedNumberAndTexts);
}
