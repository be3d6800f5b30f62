import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { checkNumber } from '#server/phone-numbers/texting-restriction.ts';

/** Codes go where texts by hand may. @param phone `key` of `readNumber` @returns null when a code can go there */
export function codeRefusal(
  { outbox, config }: Pick<Context, 'outbox' | 'config'>,
  phone: string | null,
): string | null {
  if (!outbox.canSend) return 'This Moodring sends no texts, so it cannot send you a code.';
  if (phone === null) return 'There is no phone number that texts can reach yet.';
  try {
    checkNumber(phone, config);
    return null;
  } catch (error) {
    if (error instanceof ProductError) return error.message;
    throw error;
  }
}
