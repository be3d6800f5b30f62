import type { Context } from '#server/context.ts';
import { findAccount, makeLink, resetAddress } from '#server/features/identity/index.ts';
import { LIMITS } from '#server/limits/index.ts';
import type { Caller } from '../caller.ts';
import { requireMail } from '../require-mail.ts';
import { resetMail } from '../words.ts';
import { limitRequests } from './limit-requests.ts';

/** Mails a link, after the same answer for every email. @throws {ProductError} too_many, unavailable */
export async function sendResetLink(context: Context, email: string, caller: Caller): Promise<void> {
  const { background, config, limits, mailer, pool } = context;
  requireMail(context);
  const mayAnswer = await limitRequests(context, email, caller, LIMITS.resetLink);
  background.run('reset link', async () => {
    const account = await findAccount(pool, email);
    if (!account || !(await mayAnswer(account))) return;
    await limits.count([LIMITS.resetLink.all, 'all']);
    const token = await makeLink(pool, config.authSecret, { ...account, purpose: 'password' });
    if (token) mailer.send(resetMail(account.email, resetAddress(config.appUrl, token), config.appUrl));
  });
}
