import { noMoodData, ProductError } from '#contract/errors.ts';
import type { ChosenMood } from '#contract/views.ts';
import type { Context } from '../../context.ts';
import { visiblePerson } from '../identity/index.ts';

/**
 * The mood of a person, for themself and their connections.
 * @param asked the uid as it was written, for the words of the error
 * @throws {ProductError} not_found, in the specification's words (spec §8)
 */
export async function getMood({ db }: Context, asker: string, uid: string, asked = uid): Promise<ChosenMood> {
  const person = await visiblePerson(db, asker, uid).select(['u.mood', 'u.mood_chosen_at']).executeTakeFirst();
  if (!person) throw new ProductError('not_found', noMoodData(asked));
  return { mood: person.mood, chosenAt: person.mood_chosen_at.getTime() };
}
