import { ProductError, type Say } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { LIMITS } from '#server/limits/index.ts';

export interface Caller {
  cookies: string | undefined;
  address: string;
  network: string;
  /** Counted for what costs texts or mails. */
  site: string;
}

export const LINK_RUN_OUT: Say = (t) => t.linkHasRunOutOrWasUsed;
export const CODE_WRONG: Say = (t) => t.codeIsNotRight;

/** @param attempt undefined for a wrong link or code, which counts @throws {ProductError} invalid, too_many, unavailable */
export async function limitTries<Result>(
  { limits, securityLog }: Context,
  { address, network }: Pick<Caller, 'address' | 'network'>,
  say: Say,
  attempt: () => Promise<Result | undefined>,
): Promise<Result> {
  const result = await attempt();
  if (result !== undefined) return result;
  securityLog.record('recovery-refused', { address });
  await limits.count([LIMITS.recovery.network, network]);
  throw new ProductError('invalid', say);
}

/** @throws {ProductError} invalid, when this installation has no mail server */
export function requireMail({ mailer }: Pick<Context, 'mailer'>): void {
  if (!mailer.isSet) throw new ProductError('invalid', (t) => t.sendsNoMail);
}
