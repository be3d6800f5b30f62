import type { CountryCode } from 'libphonenumber-js';
import type pg from 'pg';
import { isBlank } from '#contract/is-blank.ts';
import { numberFacts } from './admission/number-facts.ts';
import { findTextStop } from './stops/text-stops.ts';

interface Phone {
  /** As its person typed it. */
  typed: string;
  /** The number for texts; null when there are no digits in what they typed. */
  textNumber: string | null;
}

/** What keeps texts from a person's phone. */
interface PhoneFacts {
  phoneRefused: boolean;
  textsStopped: boolean;
  /** The number to which START has to be texted, if it is known. */
  startNumber: string | null;
}

/** Says of a person's own phone whether texts go there, for their settings. */
export async function describePhone(
  pool: pg.Pool,
  { typed, textNumber }: Phone,
  country: CountryCode,
): Promise<PhoneFacts> {
  const phoneRefused =
    textNumber === null ? !isBlank(typed) : numberFacts(textNumber, country).restriction !== undefined;
  const stop =
    textNumber !== null && !phoneRefused && (await findTextStop(pool, numberFacts(textNumber, country).phone));
  return { phoneRefused, textsStopped: Boolean(stop), startNumber: stop ? stop.to : null };
}
