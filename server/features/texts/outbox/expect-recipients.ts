import type { CountryCode } from 'libphonenumber-js';
import type { AdmissionRules } from '../admission/admit-text.ts';
import { numberFacts } from '../admission/number-facts.ts';
import type { Db } from './claim-causes.ts';
import { friendsToText } from './find-recipients.ts';

/**
 * Who would be texted if the texts of a choice left now: without those whose text the last look would hold back for their
 * number. Limits and the day's budget are not foreseen.
 */
export async function expectRecipients(
  db: Db,
  choice: string,
  country: CountryCode,
  rules: AdmissionRules | undefined,
): Promise<string[]> {
  const friends = (await friendsToText(db, choice, country)).filter(
    ({ phoneNumber, isProven }) =>
      !numberFacts(phoneNumber, country).restriction && (rules?.phoneProof !== 'required' || isProven),
  );
  const areStopped = await Promise.all(
    friends.map(({ phoneNumber }) => rules?.stops.isStopped(numberFacts(phoneNumber, country).phone)),
  );
  return friends.filter((_, place) => !areStopped[place]).map(({ id }) => id);
}
