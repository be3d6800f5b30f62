import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';

/** @throws {ProductError} invalid, when this installation has no mail server */
export function requireMail({ mailer }: Pick<Context, 'mailer'>): void {
  if (!mailer.isSet) throw new ProductError('invalid', 'This Moodring sends no mail. The person who runs it can help.');
}
