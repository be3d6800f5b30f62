import { z } from 'zod';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { accountKey, findAccount, makeLink } from '#server/features/identity/index.ts';
import { LIMITS } from '#server/limits/index.ts';
import type { Caller } from '../caller.ts';
import { requireMail } from '../require-mail.ts';
import { confirmMail, emailTakenMail, newEmailAskedMail } from '../words.ts';
import { confirmAddress } from './confirm-email.ts';
import { findOwnAccount } from './find-own-account.ts';

const EMAIL = z.email();

/**
 * Mails a link to a new address, which is the account's email once it is opened; the old one gets a note. An address of another
 * account gets the same answer, and its owner a mail that says so.
 * @throws {ProductError} invalid, for the address or the password; too_many, unavailable
 */
export async function askForNewEmail(
  context: Context,
  uid: string,
  given: { email: string; password: string },
  { cookies, address, network }: Caller,
): Promise<void> {
  const { background, config, identity, limits, mailer, pool } = context;
  requireMail(context);
  const email = given.email.trim().toLowerCase();
  if (!EMAIL.safeParse(email).success) throw new ProductError('invalid', 'That is not an email address.');
  // Read before the password is checked: a password that is changed meanwhile ends the link.
  const account = await findOwnAccount(pool, uid);
  if (account.email === email) throw new ProductError('invalid', 'That is your email already.');
  await identity.checkPassword(cookies, given.password, address);
  await limits.count(
    [LIMITS.mail.person, uid],
    [LIMITS.mail.network, network],
    [LIMITS.mail.address, accountKey(email)],
    [LIMITS.mail.all, 'all'],
  );
  // Before the answer, after which the person reads of it. And for an address of another account too, whose link is mailed to
  // no person: otherwise what they read would show that the account exists.
  const token = await makeLink(pool, config.authSecret, { ...account, purpose: 'email', email });
  background.run('new email', async () => {
    if (await findAccount(pool, email)) {
      mailer.send(emailTakenMail(email, config.appUrl));
    } else if (token) {
      mailer.send(confirmMail(email, confirmAddress(config.appUrl, token), config.appUrl));
    }
    mailer.send(newEmailAskedMail(account.email, email, config.appUrl));
  });
}
