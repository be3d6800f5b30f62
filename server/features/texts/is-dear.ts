import type { PhoneNumber } from 'libphonenumber-js/max';
import { resembledNumbers } from './resembled-numbers.ts';

const DEAR = new Set(['PREMIUM_RATE', 'SHARED_COST', 'PERSONAL_NUMBER']);
/** Personal numbers of North America cost their owner, not who texts them. */
const NORTH_AMERICA = '1';

/** What the library takes for ordinary numbers, or for none any more, by calling code. */
const DEAR_TOO: Record<string, RegExp> = { 1: /^\d{3}976/, 49: /^190/ };

/** Whether a text to this number, or to one that begins as it does, costs more than others. */
export function isDear(number: PhoneNumber): boolean {
  if (DEAR_TOO[number.countryCallingCode]?.test(number.nationalNumber)) return true;
  return resembledNumbers(number).some((each) => {
    const type = each.getType() ?? '';
    return DEAR.has(type) && !(type === 'PERSONAL_NUMBER' && number.countryCallingCode === NORTH_AMERICA);
  });
}
