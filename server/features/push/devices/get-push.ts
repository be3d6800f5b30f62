import { createHmac } from 'node:crypto';
import type { Push } from '#contract/push.ts';
import type { Context } from '#server/context.ts';
import { inMs } from '#server/database/in-ms.ts';
import { NTFY_HOST } from '../services/push-services.ts';
import { OWN_DEVICE, type ThisDevice } from './devices.ts';
import { canBeCalled } from './phone-calls.ts';

type Row = Pick<Push, 'device' | 'topic' | 'topicRefuses' | 'topicSentAt' | 'isCalled'> & { generation: string };

const PUSH = `
  select (
      select to_jsonb(own) from (select ${OWN_DEVICE} from push_devices where session_id = $2 and uid = $1) own
    ) as device, topic.endpoint as topic, coalesce(is_silent(topic), false) as "topicRefuses",
    ${inMs('topic.reached_at')} as "topicSentAt", a.generation,
    ${canBeCalled('u')} and exists (select from push_devices where uid = $1 and kind = 'call') as "isCalled"
  from users u join accounts a on a.user_id = u.id and a.provider_id = 'credential'
  left join push_devices topic on topic.uid = u.id and topic.kind = 'ntfy'
  where u.id = $1`;

/** 32, each unlike the others: the topic is typed on a phone. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * What notifies a person: this device, an ntfy topic, phone calls. The proposed topic is the same on each of their devices until the
 * credential version changes: who has been in the account may listen to it.
 */
export async function getPush({ config, pool, push }: Context, { uid, sessionId }: ThisDevice): Promise<Push> {
  const { rows } = await pool.query<Row>({ name: 'push', text: PUSH, values: [uid, sessionId] });
  const { generation, ...own } = rows[0]!;
  const named = createHmac('sha256', config.authSecret).update(`ntfy topic ${uid} ${generation}`);
  const name = [...named.digest().subarray(0, 16)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  const proposedTopic = `https://${NTFY_HOST}/moodring-${name}`;
  return { ...own, key: push.publicKey, proposedTopic, callsFrom: config.twilio?.callsFrom ?? null };
}
