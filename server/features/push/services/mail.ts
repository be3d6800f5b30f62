import { once } from 'node:events';
import { MAX_RETRY_DELAY_MS, Misconfigured, Refused, RetryLater } from '#server/features/deliveries/index.ts';
import type { Mail, Mailer } from '#server/mail/index.ts';

/** Shorter than a delivery's lease. It may arrive after all: then it arrives twice. */
const TIMEOUT_MS = 20_000;
const TOO_LATE = { reason: 'the mail server did not answer in time', isPermanent: false, isOfRecipient: false };

/** Hands a mail to the mail server. @throws {RetryLater, Misconfigured} when a later attempt may succeed; {Refused} */
export async function sendMail(mailer: Pick<Mailer, 'sendNow'>, mail: Mail, signal: AbortSignal): Promise<void> {
  const late = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const failure = await Promise.race([mailer.sendNow(mail, late), once(late, 'abort').then(() => TOO_LATE)]);
  if (!failure) return;
  const { reason, isPermanent, isOfRecipient } = failure;
  if (!isPermanent) throw new RetryLater(reason);
  throw isOfRecipient ? new Refused(reason) : new Misconfigured(reason, MAX_RETRY_DELAY_MS);
}
