import { isBlank } from '#contract/is-blank.ts';
import type { CheckedPhone } from '#contract/texts.ts';
import { call } from '#web/http.ts';

/**
 * Whether texts can reach a phone number, as the server reads it: the list of the world's numbers is too large for a
 * browser. No number is as good as one; an answer that does not come is a yes, because nobody has to have a number.
 */
export async function canText(phoneNumber: string): Promise<boolean> {
  if (isBlank(phoneNumber)) return true;
  const answer = await call<CheckedPhone>('POST', '/api/phone-numbers/check', { phoneNumber }).catch(() => undefined);
  return answer?.canText ?? true;
}
