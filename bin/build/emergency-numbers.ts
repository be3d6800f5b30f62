/// <reference path="./google-libphonenumber.d.ts" />
import libphonenumber from 'google-libphonenumber';

const EMERGENCY = 27;
const PATTERN = 2;

/** A pattern can stand for a whole range of numbers. From such a region only the shortest numbers are shown. */
const MOST_SHOWN = 10;

/** The number to call first and its regions, where several reach the emergency services and it is not the first of `PREFERRED`. */
const MAIN: Record<string, string> = {
  '000': 'AU CC CX',
  '119': 'LK',
  '190': 'BR',
  '911': 'AR CA CR DO EC MX PH US VE',
  '999': 'GB GG IE JE KE MY ZW',
};

const PREFERRED = ['112', '911', '999'];

const CANDIDATES = [2, 3, 4].flatMap((length) =>
  Array.from({ length: 10 ** length }, (_, number) => String(number).padStart(length, '0')),
);

/** Each region's emergency numbers, the main one first. @throws when the data has another form, or lacks regions */
export function emergencyNumbers(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [region, metadata] of Object.entries(libphonenumber.shortnumbermetadata.countryToMetadata)) {
    const description = metadata[EMERGENCY];
    const pattern = Array.isArray(description) ? description[PATTERN] : undefined;
    if (typeof pattern !== 'string') continue;
    const isEmergency = new RegExp(`^(?:${pattern})$`);
    const numbers = CANDIDATES.filter((number) => isEmergency.test(number));
    if (numbers.length > 0) found.set(region, inOrder(region, shortest(numbers)));
  }
  if (found.size < 230 || found.get('US')?.[0] !== '911' || found.get('DE')?.[0] !== '112')
    throw new Error(
      'google-libphonenumber’s short numbers have changed their form: adapt bin/build/emergency-numbers.ts.',
    );
  return found;
}

function shortest(numbers: string[]): string[] {
  if (numbers.length <= MOST_SHOWN + 1) return numbers;
  const length = Math.min(...numbers.map((number) => number.length));
  return numbers.filter((number) => number.length === length).slice(0, MOST_SHOWN);
}

function inOrder(region: string, numbers: string[]): string[] {
  const known = Object.keys(MAIN).find((number) => MAIN[number]!.includes(region));
  const main = known ?? PREFERRED.find((number) => numbers.includes(number)) ?? numbers[0]!;
  if (!numbers.includes(main)) throw new Error(`${main} is no emergency number of ${region} any more.`);
  return [main, ...numbers.filter((number) => number !== main)];
}
