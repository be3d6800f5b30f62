import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import type { Push, Topic } from '#contract/push.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { Refused } from '#server/features/deliveries/index.ts';
import { wordsOf } from '#server/languages.ts';
import { testNtfyMessage } from '../payload.ts';
import { publish } from '../services/ntfy.ts';
import { findTopic, NTFY_HOST } from '../services/push-services.ts';

interface Parts {
  pool: pg.Pool;
  config: Pick<Config, 'appUrl' | 'pushHosts'>;
}

/** The ntfy topic that gets a person's notifications about support, or one to propose: the same on each of their devices. */
export async function getTopic({ config, pool }: Pick<Context, 'config' | 'pool'>, uid: string) {
  const { rows } = await pool.query<Pick<Push, 'topic' | 'topicRefuses'>>(
    `select endpoint as topic, is_silent(push_devices) as "topicRefuses" from push_devices where uid = $1 and kind = 'ntfy'`,
    [uid],
  );
  const name = createHmac('sha256', config.authSecret).update(`ntfy topic ${uid}`).digest('base64url').slice(0, 16);
  const proposedTopic = `https://${NTFY_HOST}/moodring-${name}`;
  return { topic: null, topicRefuses: false, ...rows[0], proposedTopic };
}

export async function removeTopic(db: Pick<pg.Pool, 'query'>, uid: string): Promise<void> {
  await db.query(`delete from push_devices where uid = $1 and kind = 'ntfy'`, [uid]);
}

const STORE = `
  insert into push_devices (uid, kind, service, endpoint, about)
  select id, 'ntfy', $2, $3, 'support' from users u where u.id = $1 for key share of u
  on conflict (uid, kind) where kind <> 'browser' do update set
    service = excluded.service, endpoint = excluded.endpoint, unconfirmed_since = null`;

const SERVICE = `
  update pushes p set service = d.service from push_devices d
  where d.uid = $1 and d.kind = 'ntfy' and p.device = d.id and p.service <> d.service`;

/** Stores a topic once it has taken a test. @param address null removes it @throws {ProductError} invalid, with the reason */
export async function changeTopic({ config, pool }: Parts, uid: string, { topic: address }: Topic): Promise<Topic> {
  if (address === null) {
    await removeTopic(pool, uid);
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
  await pool.query(STORE, [uid, found.service, found.url.href]);
  await pool.query(SERVICE, [uid]);
  return { topic: found.url.href };
}
