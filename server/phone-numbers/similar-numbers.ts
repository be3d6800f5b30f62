import { type PhoneNumber, parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js/max';

/** Fewer digits than these may begin anything. */
const TELLING = 3;
const LENGTHS = [7, 8, 9, 10, 11, 12, 13];

/**
 * The numbers there are that this one is most like: itself, or some that begin with as many of its digits as any do. So
 * one with a digit too many, too few or wrong, which is no number at all, is still known by how it begins.
 */
export function similarNumbers(number: PhoneNumber): PhoneNumber[] {
  if (number.isValid()) return [number];
  const { countryCallingCode, nationalNumber } = number;
  const lengths = LENGTHS.filter((length) => isPossible(`+${countryCallingCode}${'2'.repeat(length)}`));
  let most: PhoneNumber[] = [];
  for (let given = TELLING; given <= nationalNumber.length; given++) {
    const digits = nationalNumber.slice(0, given);
    const more = continued(digits, lengths).flatMap((each) => validNumber(`+${countryCallingCode}${each}`) ?? []);
    if (more.length === 0) return most;
    most = more;
  }
  return most;
}

function isPossible(number: string): boolean {
  return validatePhoneNumberLength(number) === undefined;
}

/** Not in all ways: with one digit over and over. That tells all kinds of numbers apart. */
function continued(digits: string, lengths: number[]): string[] {
  const longer = lengths.filter((length) => length > digits.length);
  return [digits, ...longer.flatMap((length) => Array.from('0123456789', (digit) => digits.padEnd(length, digit)))];
}

function validNumber(written: string): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(written);
  return number?.isValid() ? number : undefined;
}
