import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { checkNumber } from '#server/phone-numbers/texting-restriction.ts';

/**
 * Why no code can be texted to a phone; null when one can. It costs money, so it goes only where texts by hand may
 * (TEXT_COUNTRIES).
 * @param phone `key` of `readNumber`; null without a number
 */
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
