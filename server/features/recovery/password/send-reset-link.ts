import type { Context } from '#server/context.ts';
import { accountKey, findAccount, makeLink, resetAddress } from '#server/features/identity/index.ts';
import { RESET_LINKS, RESET_LINKS_FROM_NETWORK, RESET_LINKS_IN_ALL } from '#server/limits/index.ts';
import { requireMail } from '../require-mail.ts';
import { resetMail } from '../words.ts';

/**
 * Mails a link for a new password to the account with this email, if there is one. It answers before it looks, so every email
 * gets the same answer after the same work.
 * @throws {ProductError} too_many, for every email alike; unavailable, when no mail is sent here or limits cannot be counted
 */
export async function sendResetLink(context: Context, email: string, network: string): Promise<void> {
  const { background, config, limits, mailer, pool } = context;
  requireMail(context);
  await limits.count([RESET_LINKS_FROM_NETWORK, network], [RESET_LINKS, accountKey(email)]);
  background.run('reset link', async () => {
    const account = await findAccount(pool, email);
    if (!account) return;
    await limits.count([RESET_LINKS_IN_ALL, 'all']);
    const token = await makeLink(pool, config.authSecret, { ...account, purpose: 'password' });
    if (token) mailer.send(resetMail(account.email, resetAddress(config.appUrl, token), config.appUrl));
  });
}
