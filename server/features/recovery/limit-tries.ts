import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { LIMITS } from '#server/limits/index.ts';

export interface Caller {
  cookies: string | undefined;
  address: string;
  network: string;
  /** Counted for what costs texts or mails. */
  site: string;
}

export const LINK_RUN_OUT = 'This link has run out, or was used already. Please ask for another one.';
export const CODE_WRONG = 'That code is not right, or it has run out.';

/** @param attempt undefined for a wrong link or code, which counts @throws {ProductError} invalid, too_many, unavailable */
export async function limitTries<Result>(
  { limits, securityLog }: Context,
  { address, network }: Pick<Caller, 'address' | 'network'>,
  words: string,
  attempt: () => Promise<Result | undefined>,
): Promise<Result> {
  const result = await attempt();
  if (result !== undefined) return result;
  securityLog.record('recovery-refused', { address });
  await limits.count([LIMITS.recovery.network, network]);
  throw new ProductError('invalid', words);
}

/** @throws {ProductError} invalid, when this installation has no mail server */
export function requireMail({ mailer }: Pick<Context, 'mailer'>): void {
  if (!mailer.isSet) throw new ProductError('invalid', 'This Moodring sends no mail. The person who runs it can help.');
}
