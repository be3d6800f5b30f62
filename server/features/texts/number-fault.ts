import type { PhoneNumber } from 'libphonenumber-js/max';
import { isDear } from './is-dear.ts';

/** What is shorter is a service's number, not a person's; those of some islands are shorter, with their country's code. */
const SHORTEST = 7;

/** Why nobody is ever texted at a number: it is no whole one, or a dear one. Undefined for all others. */
export function numberFault(number: PhoneNumber | undefined): 'short' | 'dear' | undefined {
  if (!number || isShort(number)) return 'short';
  if (isDear(number)) return 'dear';
}

/** Zeros in front make no number longer: 0000911 is 911. */
function isShort(number: PhoneNumber): boolean {
  return number.nationalNumber.replace(/^0+/, '').length < SHORTEST && !number.isValid();
}
