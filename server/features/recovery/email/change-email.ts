import { z } from 'zod';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { accountKey, findAccount, makeLink } from '#server/features/identity/index.ts';
import { LIMITS, refusalOf } from '#server/limits/index.ts';
import { type Caller, requireMail } from '../limit-tries.ts';
import { confirmMail, emailTakenMail, newEmailAskedMail } from '../words.ts';
import { confirmAddress } from './confirm-email.ts';
import { findOwnAccount } from './find-own-account.ts';

const EMAIL = z.email();

/**
 * Mails a link that changes the email, and a note to the old one. A taken address gets the same answer, and its owner a mail.
 * @throws {ProductError} invalid, too_many, unavailable
 */
export async function askForNewEmail(
  context: Context,
  uid: string,
  given: { email: string; password: string },
  { cookies, address, site }: Caller,
): Promise<void> {
  const { background, config, identity, limits, mailer, pool } = context;
  requireMail(context);
  const email = given.email.trim().toLowerCase();
  if (!EMAIL.safeParse(email).success) throw new ProductError('invalid', (t) => t.notAnEmailAddress);
  // Read before the password is checked: a password that is changed meanwhile ends the link.
  const account = await findOwnAccount(pool, uid);
  if (account.email === email) throw new ProductError('invalid', (t) => t.thatIsYourEmailAlready);
  await identity.checkPassword(cookies, given.password, address);
  await limits.count(
    [LIMITS.mail.person, uid],
    [LIMITS.mail.network, site],
    [LIMITS.mail.address, accountKey(email)],
    [LIMITS.mail.all, 'all'],
  );
  // Before the answer, and also for a taken address: what the person reads next must not tell the difference.
  const token = await makeLink(pool, config.authSecret, { ...account, purpose: 'email', email });
  background.run('new email', async () => {
    const owner = await findAccount(pool, { email });
    if (owner) {
      mailer.send(emailTakenMail(owner, config.appUrl));
    } else if (token) {
      mailer.send(confirmMail({ ...account, email }, confirmAddress(config.appUrl, token), config.appUrl));
    }
    // The present address may be a stranger's. A confirmed one gets each note: a thief could use up the limit first.
    const counted = account.isConfirmed ? undefined : limits.count([LIMITS.ownMail.address, accountKey(account.email)]);
    if (!(await refusalOf(counted))) mailer.send(newEmailAskedMail(account, config.appUrl));
  });
}
