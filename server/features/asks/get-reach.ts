import type { Reach } from '#contract/asks.ts';
import type { Context } from '#server/context.ts';

/**
 * Whom a choice of Purple or Dark would reach: the friends whom the person asks, and the phones among them. It counts what
 * friends' profiles show anyway, so it tells nothing of what friends have set for themselves.
 */
const REACH = `
  select count(*)::int as friends, count(distinct case when $2 then f.text_number end)::int as texts
  from users u
  join connections c on c.owner = u.id
  cross join lateral (select text_number from users where id = c.other offset 0) f
  where u.id = $1 and (u.asks_these is null or c.other = any(u.asks_these))`;

/** One statement. Without a gateway nobody is texted. */
export async function getReach({ pool, outbox }: Pick<Context, 'pool' | 'outbox'>, uid: string): Promise<Reach> {
  const textsOn = outbox.statusFor('general').status === 'queued';
  const { rows } = await pool.query<Reach>({ name: 'reach', text: REACH, values: [uid, textsOn] });
  return rows[0]!;
}
