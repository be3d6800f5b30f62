import type { Reach } from '#contract/asks.ts';
import type { Context } from '#server/context.ts';
import { IS_CLOSED } from './ask-of-choice.ts';

/**
 * Whom a choice of Purple or Dark would reach: the friends whom the person asks. Whom to ask is as in `ASK_OF_CHOICE`: the
 * unclosed ask has a list of its own, and a list of which no friend is left counts as none. What the person hides from a friend
 * asks nothing of that friend.
 */
const REACH = `
  select f.text_number as "phoneNumber", f.phone_proven_at is not null as "isProven"
  from users u
  left join asks a on a.uid = u.id and not ${IS_CLOSED}
  cross join lateral (
    select array_agg(k.other) as these from connections k
    where k.owner = u.id and k.other = any(case when a.id is null then u.asks_these else a.chosen end)
  ) list
  join connections c on c.owner = u.id
  cross join lateral (select text_number, phone_proven_at from users where id = c.other offset 0) f
  where u.id = $1 and not c.hides_mood and (list.these is null or c.other = any(list.these))`;

interface Asked {
  phoneNumber: string | null;
  isProven: boolean;
}

/**
 * One statement, and one for each hundred phones, which looks for STOP. The outbox says which numbers it texts. What friends have decided about the
 * person does not count: this call sends nothing, so it could be asked again and again to learn of it.
 */
export async function getReach({ pool, outbox }: Pick<Context, 'pool' | 'outbox'>, uid: string): Promise<Reach> {
  const { rows } = await pool.query<Asked>({ name: 'reach', text: REACH, values: [uid] });
  const numbers = rows.flatMap(({ phoneNumber, isProven }) => (phoneNumber === null ? [] : { phoneNumber, isProven }));
  return { friends: rows.length, texts: await outbox.countPhones(numbers) };
}
