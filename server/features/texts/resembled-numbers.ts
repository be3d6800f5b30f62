import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Fewer digits than these may begin anything. */
const TELLING = 3;
const LENGTHS = [7, 8, 9, 10, 11, 12, 13];

/**
 * The numbers there are that this one is most like: itself, or some that begin with as many of its digits as any do. So
 * one with a digit too many, too few or wrong, which is no number at all, is still known by how it begins. Zeros in front
 * say nothing, as people write them in front of all sorts of numbers.
 */
export function resembledNumbers(number: PhoneNumber): PhoneNumber[] {
  if (number.isValid()) return [number];
  const digits = number.nationalNumber.replace(/^0+/, '');
  let most: PhoneNumber[] = [];
  for (let length = TELLING; length <= digits.length; length++) {
    const more = numbersThatBegin(digits.slice(0, length), number.countryCallingCode);
    if (more.length === 0) return most;
    most = more;
  }
  return most;
}

/** Not all of them: those that go on with one digit over and over. That tells all kinds of numbers apart. */
function numbersThatBegin(digits: string, callingCode: string): PhoneNumber[] {
  return [digits, ...fillings(digits)].flatMap((national) => {
    const number = parsePhoneNumberFromString(`+${callingCode}${national}`);
    return number?.isValid() ? number : [];
  });
}

function fillings(digits: string): string[] {
  const lengths = LENGTHS.filter((length) => length > digits.length);
  return lengths.flatMap((length) => Array.from('0123456789', (digit) => digits.padEnd(length, digit)));
}
