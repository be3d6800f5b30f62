import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import type { Topic } from '#contract/push.ts';
import type { Config } from '#server/config.ts';
import { Refused } from '#server/features/deliveries/index.ts';
import { wordsOf } from '#server/languages.ts';
import { testNtfyMessage } from '../payload.ts';
import { publish } from '../services/ntfy.ts';
import { findTopic, NTFY_HOST } from '../services/push-services.ts';
import type { ThisDevice } from './devices.ts';

interface Parts {
  pool: pg.Pool;
  config: Pick<Config, 'appUrl' | 'pushHosts'>;
}

const STORE = `
  insert into push_devices (uid, kind, service, endpoint, about, reached_at)
  select u.id, 'ntfy', $3, $4, 'support', now() from users u join sessions s on s.user_id = u.id
  where u.id = $1 and s.id = $2 and s.expires_at > now() for key share of u, s
  on conflict (uid, kind) where kind <> 'browser' do update set
    service = excluded.service, endpoint = excluded.endpoint, unconfirmed_since = null, reached_at = now()`;

const SERVICE = `
  update pushes p set service = d.service from push_devices d
  where d.uid = $1 and d.kind = 'ntfy' and p.device = d.id and p.service <> d.service`;

/**
 * Stores a topic once it has taken a test. @param address null removes it
 * @throws {ProductError} invalid, with the reason; not_signed_in when the session has ended meanwhile
 */
export async function changeTopic(
  { config, pool }: Parts,
  { uid, sessionId }: ThisDevice,
  { topic: address }: Topic,
): Promise<Topic> {
  if (address === null) {
    await pool.query(`delete from push_devices where uid = $1 and kind = 'ntfy'`, [uid]);
    return { topic: null };
  }
  const found = findTopic(address, config.pushHosts);
  const servers = [NTFY_HOST, ...config.pushHosts].join(', ');
  if (!found) throw new ProductError('invalid', (t) => t.noTopicAtOurServers({ servers }));
  const { rows } = await pool.query('select language from users where id = $1', [uid]);
  const message = testNtfyMessage(wordsOf(rows[0]?.language ?? null), config.appUrl);
  await publish(found.url.href, message, config.pushHosts).catch((error) => {
    throw new ProductError('invalid', (t) => (error instanceof Refused ? t.ntfyRefuses : t.ntfyTakesNone));
  });
  const { rowCount } = await pool.query(STORE, [uid, sessionId, found.service, found.url.href]);
  if (!rowCount) throw new ProductError('not_signed_in');
  await pool.query(SERVICE, [uid]);
  return { topic: found.url.href };
}
