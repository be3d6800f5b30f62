import type { CountryCode } from 'libphonenumber-js';
import type { AdmissionRules } from '../admission/admit-text.ts';
import { numberFacts } from '../admission/number-facts.ts';
import type { Db } from './claim-causes.ts';
import { type Friend, friendsToText } from './find-recipients.ts';
import { readInTurns } from './read-in-turns.ts';

/** A number of somebody who is asked. */
export type Phone = Pick<Friend, 'phoneNumber' | 'isProven'>;

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
  const friends = (await friendsToText(db, choice, country)).filter((friend) => isTextable(friend, country, rules));
  const areStopped = await Promise.all(
    friends.map(({ phoneNumber }) => rules?.stops.isStopped(numberFacts(phoneNumber, country).phone)),
  );
  return friends.filter((_, place) => !areStopped[place]).map(({ id }) => id);
}

/**
 * Counts the phones that texts may go to. A phone counts once, however its number is written; of thousands of numbers the
 * last ones count as they are written, as when texts are made. A phone from which STOP was texted counts, too: the count is
 * shown before anything is sent, so a person could ask for it again and again to learn of a STOP.
 */
export async function countPhones(
  numbers: readonly Phone[],
  country: CountryCode,
  rules: AdmissionRules | undefined,
): Promise<number> {
  const phones = new Set<string>();
  await readInTurns(numbers, (number, isRead) => {
    if (!isRead) phones.add(number.phoneNumber);
    else if (isTextable(number, country, rules)) phones.add(numberFacts(number.phoneNumber, country).phone);
  });
  return phones.size;
}

/** Whether the last look lets texts to this number pass (admit-text.ts): a whole one, neither premium nor satellite, and confirmed where it must be. */
function isTextable(
  { phoneNumber, isProven }: Phone,
  country: CountryCode,
  rules: AdmissionRules | undefined,
): boolean {
  return !numberFacts(phoneNumber, country).restriction && (rules?.phoneProof !== 'required' || isProven);
}
