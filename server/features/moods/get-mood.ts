import { noMoodData, ProductError } from '#contract/errors.ts';
import type { Mood } from '#contract/moods.ts';
import type { Context } from '../../context.ts';
import { getInfo } from '../identity/index.ts';

/**
 * The mood of a person, for themself and their connections.
 * @param asked the uid as it was written, for the words of the error
 * @throws {ProductError} not_found, in the specification's words (spec §8)
 */
export async function getMood(context: Context, asker: string, uid: string, asked = uid): Promise<Mood> {
  try {
    return (await getInfo(context, asker, uid)).mood;
  } catch (error) {
    if (error instanceof ProductError && error.code === 'not_found')
      throw new ProductError('not_found', noMoodData(asked));
    throw error;
  }
}
