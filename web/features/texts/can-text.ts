import { isBlank } from '#contract/is-blank.ts';
import type { CheckedPhone } from '#contract/texts.ts';
import { call } from '#web/calls/http.ts';

/** As the server reads the number. No number is as good as one, and no answer is a yes: nobody has to have a number. */
export async function canText(phoneNumber: string): Promise<boolean> {
  if (isBlank(phoneNumber)) return true;
  const answer = await call<CheckedPhone>('POST', '/api/phone-numbers/check', { phoneNumber }).catch(() => undefined);
  return answer?.canText ?? true;
}
