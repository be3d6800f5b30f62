import type { Context } from '#server/context.ts';
import { checkNewPassword } from '#server/features/identity/index.ts';
import { type Caller, CODE_WRONG, limitTries } from '../limit-tries.ts';
import { takeCode, tryCode } from '../text-codes.ts';
import { passwordChangedMail, type Recipient } from '../words.ts';

interface Given {
  ticket: string;
  code: string;
  password: string;
}

const STILL_PROVEN = `
  select email, language from users where id = $1 and phone_key = $2 and phone_proven_at is not null for no key update`;

/** By a code to the proven phone. @returns the known-device cookie @throws {ProductError} invalid, too_many, unavailable */
export async function resetByCode(
  context: Context,
  { ticket, code, password }: Given,
  caller: Caller,
): Promise<string> {
  const { config, identity, mailer, pool } = context;
  await checkNewPassword(password);
  let account: Recipient | undefined;
  const cookie = await limitTries(context, caller, CODE_WRONG, async () => {
    const owner = await tryCode(pool, config.authSecret, { id: ticket, purpose: 'password', code });
    if (!owner) return;
    const { uid, credentialVersion, phone } = owner;
    const reset = {
      uid,
      credentialVersion,
      password,
      async take(db: Pick<typeof pool, 'query'>) {
        const { rows } = await db.query<Recipient>(STILL_PROVEN, [uid, phone]);
        account = rows[0];
        return account ? takeCode(db, ticket) : false;
      },
    };
    return identity.resetPassword(reset, caller.cookies);
  });
  if (account) mailer.send(passwordChangedMail(account, config.appUrl));
  return cookie;
}
