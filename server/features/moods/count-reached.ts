import { asksForSupport, type Mood } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { isTextable } from '#server/features/texts/index.ts';

type Reached = Pick<SharedMood, 'friends' | 'texts' | 'pushes' | 'textsOn'>;

/**
 * How many friends are asked, and how many of them a call for support reaches by which way. It is a statement of its own,
 * after the mood has been published: with 500 friends it takes twice as long as storing the mood, and would delay their
 * screens.
 * The choice is stored by then, so a failure here must not look like a failed choice.
 */
export async function countReached(
  { config, pool, outbox, log }: Pick<Context, 'config' | 'pool' | 'outbox' | 'log'>,
  uid: string,
  { mood, textsLimited }: { mood: Mood; textsLimited: boolean },
): Promise<Reached> {
  const textsOn = outbox.statusFor('general').status === 'queued';
  const isCall = asksForSupport(mood) && !textsLimited;
  try {
    const { rows } = await pool.query<{ friends: number; texts: number; pushes: number }>(
      isCall
        ? {
            name: 'count-reached-friends',
            text: COUNT_REACHED,
            values: [uid, textsOn, config.phoneProof === 'required'],
          }
        : { name: 'count-friends', text: COUNT, values: [uid] },
    );
    return { textsOn, ...rows[0]! };
  } catch (error) {
    log.warn({ err: error }, 'the friends that a mood reaches could not be counted');
    return { textsOn, friends: null, texts: null, pushes: null };
  }
}

/**
 * Only friends who are asked count, each in the best way only, texts before notifications. A phone that several friends share
 * gets one text, for whom find-recipients.ts chooses. Friends who want no such texts, or have muted the person, count like
 * friends without a phone. `offset 0` keeps the plan to one look-up a friend.
 */
const COUNT_REACHED = `
  with friends as materialized (
    select f.* from connections c
    left join asks a on a.uid = c.owner and a.closed_at is null
    cross join lateral (
    select h.is_asked, case when $2 and h.is_asked and ${isTextable('u', '$3')} then u.phone_key end as phone_key, u.phone_proven_at is not null as is_proven,
      h.is_reached and u.support_texts <> 'none' and ${isTextable('u', '$3')} and $2 as is_texted,
      h.is_reached and exists (
        select from push_devices d join sessions s on s.id = d.session_id
        where d.uid = u.id and d.support and s.expires_at > now()
      ) as is_notified
    from users u, (
      select w.is_asked, w.is_asked and not exists (
        select from connections k where k.owner = c.other and k.other = c.owner and k.muted_until > now()
      ) as is_reached
      from (select (a.chosen is null or c.other = any(a.chosen)) and not c.hides_mood as is_asked) w
    ) h
    where u.id = c.other offset 0
    ) f
    where c.owner = $1
  )
  select count(*) filter (where is_asked)::int as friends,
    (
      select count(*)::int from (
        select from friends where phone_key is not null group by phone_key
        having bool_or(is_texted and is_proven) or bool_or(is_texted) and not bool_or(is_proven)
      ) phone
    ) as texts,
    count(*) filter (where is_notified and not is_texted)::int as pushes
  from friends`;

const COUNT = 'select count(*)::int as friends, 0 as texts, 0 as pushes from connections where owner = $1';
