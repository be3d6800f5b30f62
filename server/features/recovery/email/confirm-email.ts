import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { SQL_STATE, sqlState } from '#server/database/sql-state.ts';
import { accountKey, changeAccount, findLink, makeLink, takeLink } from '#server/features/identity/index.ts';
import { LIMITS } from '#server/limits/index.ts';
import { type Caller, LINK_RUN_OUT, limitTries, requireMail } from '../limit-tries.ts';
import { confirmMail, emailChangedMail } from '../words.ts';
import { findOwnAccount } from './find-own-account.ts';

/** The token is a fragment, which browsers send to no server. */
export function confirmAddress(appUrl: string, token: string): string {
  return `${appUrl}/confirm-email#${token}`;
}

/** Mails a link that confirms the account's present email. @throws {ProductError} too_many, unavailable */
export async function askForConfirmation(context: Context, uid: string, { site }: Caller): Promise<void> {
  const { config, limits, mailer, pool } = context;
  requireMail(context);
  const account = await findOwnAccount(pool, uid);
  await limits.count(
    [LIMITS.mail.person, uid],
    [LIMITS.mail.network, site],
    [LIMITS.ownMail.address, accountKey(account.email)],
    [LIMITS.mail.all, 'all'],
  );
  const token = await makeLink(pool, config.authSecret, { ...account, purpose: 'email' });
  if (token) mailer.send(confirmMail(account, confirmAddress(config.appUrl, token), config.appUrl));
}

/**
 * Confirms an address of the signed-in person, and ends links to the old one. It needs their session: otherwise the owner of an
 * address could confirm it for a stranger's account by a click. @throws {ProductError} invalid (also taken), too_many, unavailable
 */
export async function confirmEmail(context: Context, uid: string, token: string, caller: Caller): Promise<string> {
  const { config, mailer, pool } = context;
  const secret = config.authSecret;
  const { before, email, language } = await limitTries(context, caller, LINK_RUN_OUT, async () => {
    const link = await findLink(pool, secret, 'email', token);
    if (!link?.email) return;
    if (link.uid !== uid) throw new ProductError('invalid', (t) => t.linkIsForAnotherAccount);
    const { credentialVersion, email, accountEmail: before } = link;
    const isDone = await changeAccount(pool, uid, credentialVersion, async (db) => {
      if (!(await takeLink(db, secret, 'email', token))) return false;
      await db.query('update users set email = $2, email_verified = true, updated_at = now() where id = $1', [
        uid,
        email,
      ]);
      if (email !== before) await db.query('delete from one_time_links where uid = $1', [uid]);
      return true;
    }).catch((error) => {
      if (sqlState(error) === SQL_STATE.uniqueViolation) return false;
      throw error;
    });
    return isDone ? { before, email, language: link.language } : undefined;
  });
  if (email !== before) mailer.send(emailChangedMail({ email: before, language }, config.appUrl));
  return email;
}
