import type pg from 'pg';
import { isBlank } from '#contract/is-blank.ts';
import { findTextStop } from './stops/text-stops.ts';

interface Phone {
  /** As its person typed it. */
  typed: string;
  phoneKey: string | null;
  isRestricted: boolean;
}

/** What keeps texts from a person's phone. */
interface PhoneFacts {
  phoneRefused: boolean;
  textsStopped: boolean;
  /** The number to which START has to be texted, if it is known. */
  startNumber: string | null;
}

/** Says of a person's own phone whether texts go there, for their settings. */
export async function describePhone(pool: pg.Pool, { typed, phoneKey, isRestricted }: Phone): Promise<PhoneFacts> {
  const phoneRefused = phoneKey === null ? !isBlank(typed) : isRestricted;
  const stop = phoneKey !== null && !phoneRefused && (await findTextStop(pool, phoneKey));
  return { phoneRefused, textsStopped: Boolean(stop), startNumber: stop ? stop.to : null };
}
