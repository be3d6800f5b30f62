import { asksForSupport, type Mood } from '#contract/moods.ts';
import type { Context } from '#server/context.ts';
import { getReach } from '#server/features/asks/index.ts';

const FRIENDS = 'select count(*)::int as friends from connections where owner = $1';

/**
 * How many friends a choice asks, or shows. It is a statement of its own, after the mood has been published, so that it delays no
 * friend's screen. The choice is stored by then, so a failure here must not look like a failed choice.
 * @returns null when they could not be counted
 */
export async function countReached(
  context: Pick<Context, 'pool' | 'log'>,
  uid: string,
  mood: Mood,
): Promise<number | null> {
  try {
    if (asksForSupport(mood)) return (await getReach(context, uid)).friends;
    const { rows } = await context.pool.query({ name: 'count-friends', text: FRIENDS, values: [uid] });
    return rows[0].friends;
  } catch (error) {
    context.log.warn({ err: error }, 'the friends that a mood reaches could not be counted');
    return null;
  }
}
