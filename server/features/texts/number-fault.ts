import type { PhoneNumber } from 'libphonenumber-js/max';
import { isDear } from './is-dear.ts';

/** What is shorter is a service's number, not a person's; those of some islands are shorter, with their country's code. */
const SHORTEST = 7;

/** Why nobody is ever texted at a number: it is no whole one, or a dear one. Undefined for all others. */
export function numberFault(number: PhoneNumber | undefined): 'short' | 'dear' | undefined {
  const isShort = !number || (number.nationalNumber.length < SHORTEST && !number.isValid());
  if (isShort) return 'short';
  if (isDear(number)) return 'dear';
}
