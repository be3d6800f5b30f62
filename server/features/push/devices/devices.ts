import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import type { ChangePush, PushChoices, PushDevice } from '#contract/push.ts';
import { inMs } from '#server/database/in-ms.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';

interface Db {
  pool: pg.Pool;
}

export type ThisDevice = Pick<SignedInPerson, 'uid' | 'sessionId'>;

export type DeviceKind = 'browser' | 'ntfy' | 'email' | 'call';

export const OWN_DEVICE = `
  endpoint, about, show_names as "showNames", show_words as "showWords", ${inMs('reached_at')} as "reachedAt",
  is_silent(push_devices) as "isSilent"`;

/** @throws {ProductError} not_found, when it gets no notifications */
export async function changeDevice(
  { pool }: Db,
  { uid, sessionId }: ThisDevice,
  { about, showNames, showWords }: ChangePush,
): Promise<PushDevice> {
  const { rows } = await pool.query<PushDevice>(
    `update push_devices set about = coalesce($3, about), show_names = coalesce($4, show_names),
       show_words = coalesce($5, show_words)
     where session_id = $1 and uid = $2 returning ${OWN_DEVICE}`,
    [sessionId, uid, about, showNames, showWords],
  );
  if (!rows[0]) throw new ProductError('not_found');
  return rows[0];
}

/** This session's device has shown a notification. Of several within a minute the first counts. */
export async function markReached({ pool }: Db, { sessionId }: ThisDevice): Promise<void> {
  await pool.query(
    `update push_devices set reached_at = now(), unconfirmed_since = null
     where session_id = $1 and (reached_at is null or reached_at < now() - interval '1 minute' or unconfirmed_since is not null)`,
    [sessionId],
  );
}

/** Deletes a device. A browser that has subscribed anew meanwhile keeps its device. */
export async function endSubscription(
  pool: pg.Pool,
  { device, endpoint }: { device: string; endpoint: string },
): Promise<void> {
  await pool.query('delete from push_devices where id = $1 and endpoint = $2', [device, endpoint]);
}

/** Without its endpoint, which leads to the device. */
interface ListedDevice extends PushChoices {
  service: string;
  createdAt: Date;
  renewedAt: Date;
  reachedAt: Date | null;
}

export async function listPushDevices({ pool }: Db, uid: string): Promise<ListedDevice[]> {
  const { rows } = await pool.query<ListedDevice>(
    `select service, about, show_names as "showNames", show_words as "showWords", created_at as "createdAt",
       renewed_at as "renewedAt", reached_at as "reachedAt"
     from push_devices where uid = $1 order by renewed_at desc, id`,
    [uid],
  );
  return rows;
}
