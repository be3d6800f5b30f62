import type { Context } from '#server/context.ts';
import { checkNewPassword, endOtherWaysIn, findLink, takeLink } from '#server/features/identity/index.ts';
import { endInvite } from '#server/features/invites/index.ts';
import { type Caller, LINK_RUN_OUT, limitTries } from '../limit-tries.ts';
import { passwordChangedMail } from '../words.ts';

const CONFIRM_FIRST = `
  update users set email_verified = true, phone_proven_at = null, first_steps = true
  where id = $1 and email = $2 and not email_verified`;

/** The email of the account that a link for a new password is for. @throws {ProductError} invalid, too_many, unavailable */
export async function findLinkOwner(context: Context, token: string, caller: Caller): Promise<string> {
  const link = await limitTries(context, caller, LINK_RUN_OUT, () =>
    findLink(context.pool, context.config.authSecret, 'password', token),
  );
  return link.accountEmail;
}

/**
 * A mailed link confirms the email, and so may the operator's. Who made the account may be somebody else, so the first time
 * this ends all other ways in and the invitation link. The first steps show the phone number again.
 * @returns the known-device cookie @throws {ProductError} invalid, too_many, unavailable
 */
export async function resetByLink(
  context: Context,
  { token, password }: { token: string; password: string },
  caller: Caller,
): Promise<string> {
  const { config, identity, mailer, pool } = context;
  const secret = config.authSecret;
  await checkNewPassword(password);
  let isFirst = false;
  const { link, cookie } = await limitTries(context, caller, LINK_RUN_OUT, async () => {
    const link = await findLink(pool, secret, 'password', token);
    if (!link) return;
    const { uid, credentialVersion, email } = link;
    const reset = {
      uid,
      credentialVersion,
      password,
      async take(db: Pick<typeof pool, 'query'>) {
        if (!(await takeLink(db, secret, 'password', token))) return false;
        isFirst = (await db.query(CONFIRM_FIRST, [uid, email])).rowCount === 1;
        if (!isFirst) return true;
        await endOtherWaysIn(db, uid);
        await endInvite(db, uid);
        return true;
      },
    };
    const cookie = await identity.resetPassword(reset, caller.cookies);
    return cookie === undefined ? undefined : { link, cookie };
  });
  mailer.send(passwordChangedMail({ ...link, email: link.accountEmail }, config.appUrl, isFirst));
  return cookie;
}
