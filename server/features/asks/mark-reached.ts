import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { LIMITS } from '#server/limits/index.ts';

const REACHED = `
  update ask_recipients set reached_at = now()
  where friend = $2 and id = $1 and answer = 'yes' and handed_over_at is null`;

/**
 * A friend who would reach out got to reach the person, and is not asked again. It changes the friend's own row alone: the ask's
 * version stays, and the person gets no frame. An ask that has ended, or is hidden since, answers alike.
 * @throws {ProductError} not_found for everybody without a yes; too_many
 */
export async function markReached({ pool, limits, live }: Context, friend: string, ask: string): Promise<void> {
  await limits.consume(LIMITS.answerAnAsk.person, friend);
  const { rowCount } = await pool.query({ name: 'reached-ask', text: REACHED, values: [ask, friend] });
  if (!rowCount) throw new ProductError('not_found');
  live.publish([friend], { type: 'ask-answered', id: ask });
}
