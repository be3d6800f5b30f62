import type { CountryCode } from 'libphonenumber-js/max';
import { numberFault } from './number-fault.ts';
import { readNumber } from './read-number.ts';

/** Whether no text ever goes to a number, because it is a service's or a premium one. */
export function isNeverTexted(phoneNumber: string, country: CountryCode): boolean {
  return numberFault(readNumber(phoneNumber, country)) !== undefined;
}
