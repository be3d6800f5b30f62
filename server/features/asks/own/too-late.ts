import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';

const WITHOUT_TEXTS = 'Your friends see it already. You can tell them that you’re OK.';

/** Why a choice cannot be taken back or narrowed any more. Without a gateway no text has left. */
export function tooLate({ outbox }: Pick<Context, 'outbox'>): ProductError {
  return outbox.canSend ? new ProductError('too_late') : new ProductError('too_late', WITHOUT_TEXTS);
}
