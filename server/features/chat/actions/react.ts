import type { Reaction } from '#contract/chat/reactions.ts';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { isHidden } from '#server/database/is-hidden.ts';
import { LIMITS } from '#server/limits/index.ts';

/** The locks make a deletion, and leaving, wait and then remove the reaction. */
const FIND = `
  select case m.sender when $2 then m.receiver else m.sender end as other
  from messages m
  join connections c on c.owner = $2 and c.other = case m.sender when $2 then m.receiver else m.sender end
  where m.id = $1 and $2 in (m.sender, m.receiver) and m.deleted_at is null and not ${isHidden('m.id', '$2')}
  for share of m for key share of c`;

const SET = `
  with message as materialized (${FIND}), stored as (
    insert into message_reactions (message, uid, emoji) select $1, $2, $3::text from message
    on conflict (message, uid) do update set emoji = excluded.emoji
  )
  select other from message`;

const REMOVE = `
  with message as materialized (${FIND}), removed as (
    delete from message_reactions where message = $1 and uid = $2 and exists (select from message)
  )
  select other from message`;

/** Sets a reaction; null takes it back. @throws {ProductError} not_found, too_many, unavailable */
export async function react(
  { pool, live, limits }: Pick<Context, 'pool' | 'live' | 'limits'>,
  person: string,
  message: string,
  emoji: Reaction | null,
  network: string,
): Promise<void> {
  await limits.count([LIMITS.react.person, person], [LIMITS.react.network, network]);
  const { rows } = await (emoji
    ? pool.query<{ other: string }>({ name: 'set-reaction', text: SET, values: [message, person, emoji] })
    : pool.query<{ other: string }>({ name: 'remove-reaction', text: REMOVE, values: [message, person] }));
  if (!rows[0]) throw new ProductError('not_found');
  const { other } = rows[0];
  live.publish([other, person], { type: 'reaction', id: message, by: person, other, emoji });
}
