import { asksForSupport, type Mood } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { getReach } from '#server/features/asks/index.ts';

export type Counts = Pick<SharedMood, 'friends' | 'texts' | 'pushes'>;

/**
 * How many friends a choice asks, and how many of them it reaches by which way. It is a statement of its own, after the mood has
 * been published, so that it delays no friend's screen. The choice is stored by then, so a failure here must not look like a
 * failed choice.
 */
export async function countReached(
  context: Pick<Context, 'pool' | 'outbox' | 'log'>,
  uid: string,
  choice: { id: string; mood: Mood; textsLimited: boolean },
): Promise<Counts> {
  try {
    return await (asksForSupport(choice.mood) ? countAsked(context, uid, choice) : countFriends(context, uid));
  } catch (error) {
    context.log.warn({ err: error }, 'the friends that a mood reaches could not be counted');
    return { friends: null, texts: null, pushes: null };
  }
}

async function countFriends({ pool }: Pick<Context, 'pool'>, uid: string): Promise<Counts> {
  const text = 'select count(*)::int as friends, 0 as texts, 0 as pushes from connections where owner = $1';
  return (await pool.query<Counts>({ name: 'count-friends', text, values: [uid] })).rows[0]!;
}

/** The first counts stay for repeats of the call: newer ones would tell what a friend has decided since. */
const STORE = 'update mood_choices set reached = coalesce(reached, $2) where id = $1 returning reached';

async function countAsked(
  context: Pick<Context, 'pool' | 'outbox'>,
  uid: string,
  { id, textsLimited }: { id: string; textsLimited: boolean },
): Promise<Counts> {
  const { friends, texts, pushes } = await getReach(context, uid);
  const counts = textsLimited ? { friends, texts: 0, pushes: 0 } : { friends, texts, pushes };
  const { rows } = await context.pool.query<{ reached: Counts }>({
    name: 'store-reached',
    text: STORE,
    values: [id, counts],
  });
  return rows[0]?.reached ?? counts;
}
