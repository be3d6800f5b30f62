import { ProductError, type Say } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { checkNumber } from '#server/phone-numbers/texting-restriction.ts';

/** Codes go where texts by hand may. @param phone `key` of `readNumber` @returns null when a code can go there */
export function codeRefusal({ outbox, config }: Pick<Context, 'outbox' | 'config'>, phone: string | null): Say | null {
  if (!outbox.canSend) return (t) => t.sendsNoTextsSoNoCode;
  if (phone === null) return (t) => t.noPhoneNumberForTextsYet;
  try {
    checkNumber(phone, config);
    return null;
  } catch (error) {
    if (error instanceof ProductError) return error.say;
    throw error;
  }
}
