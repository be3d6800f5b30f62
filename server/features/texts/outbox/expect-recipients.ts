import type { TextStops } from '../stops/text-stops.ts';
import type { Db } from './claim-causes.ts';
import { friendsToText } from './find-recipients.ts';

/**
 * Who would be texted if the texts of a choice left now: without those whose text the last look would hold back for their
 * number. Limits and the day's budget are not foreseen.
 */
export async function expectRecipients(
  db: Db,
  choice: string,
  needsProof: boolean,
  stops: TextStops | undefined,
): Promise<string[]> {
  const friends = await friendsToText(db, choice, needsProof);
  const areStopped = await Promise.all(friends.map(({ phone }) => stops?.isStopped(phone)));
  return friends.filter((_, place) => !areStopped[place]).map(({ id }) => id);
}
