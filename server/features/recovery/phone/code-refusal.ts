import { ProductError, type Say } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { rememberResults } from '#server/limits/index.ts';
import { checkNumber } from '#server/phone-numbers/texting-restriction.ts';

/** A number can take ten milliseconds to read, and a person's settings ask for it at each call. */
const refusalOf = rememberResults(1_000, (key): Say | null => {
  const [phone, config]: [string, Parameters<typeof checkNumber>[1]] = JSON.parse(key);
  try {
    checkNumber(phone, config);
    return null;
  } catch (error) {
    if (error instanceof ProductError) return error.say;
    throw error;
  }
});

/** Codes go where texts by hand may. @param phone `key` of `readNumber` @returns null when a code can go there */
export function codeRefusal({ outbox, config }: Pick<Context, 'outbox' | 'config'>, phone: string | null): Say | null {
  if (!outbox.canSend) return (t) => t.sendsNoTextsSoNoCode;
  if (phone === null) return (t) => t.noPhoneNumberForTextsYet;
  const { defaultCountry, textCountries } = config;
  return refusalOf(JSON.stringify([phone, { defaultCountry, textCountries }]));
}
