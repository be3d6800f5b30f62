import { noMoodData, ProductError } from '#contract/errors.ts';
import type { Mood } from '#contract/moods.ts';
import type { ChosenMood } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { SHOWN_CHOSEN_AT, SHOWN_MOOD } from '#server/features/circle/index.ts';
import { VISIBLE_PERSON } from '#server/features/people/index.ts';

/**
 * The mood of a person, for the person and their connections.
 * @param asked the uid as the caller wrote it, for the error message
 * @throws {ProductError} not_found, with the message of spec §8
 */
export async function getMood({ pool }: Context, asker: string, uid: string, asked = uid): Promise<ChosenMood> {
  const { rows } = await pool.query<{ mood: Mood; chosenAt: Date }>({ name: 'mood', text: MOOD, values: [asker, uid] });
  if (!rows[0]) throw new ProductError('not_found', noMoodData(asked));
  return { mood: rows[0].mood, chosenAt: rows[0].chosenAt.getTime() };
}

const MOOD = `select ${SHOWN_MOOD} as mood, ${SHOWN_CHOSEN_AT} as "chosenAt" ${VISIBLE_PERSON}`;
