import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { changeAccount } from '#server/features/identity/index.ts';
import { wordsOf } from '#server/languages.ts';
import { type Count, LIMITS, RateLimitExceeded } from '#server/limits/index.ts';
import { dialledNumber } from '#server/phone-numbers/dialled-number.ts';
import { findOwnAccount } from '../email/find-own-account.ts';
import { type Caller, CODE_WRONG, limitTries } from '../limit-tries.ts';
import { makeCode, takeCode, tryCode } from '../text-codes.ts';
import { codeRefusal } from './code-refusal.ts';

/** Texts a code; earlier ones end. @throws {ProductError} invalid if none can go there, too_many, unavailable */
export async function sendProofCode(context: Context, uid: string, { site }: Caller): Promise<void> {
  const { config, limits, outbox, pool } = context;
  // Reading a number can take ten milliseconds. One that gets no code is not counted as a code.
  await limits.count([LIMITS.checkAPhoneNumber.network, site]);
  const { phone, credentialVersion, isSettled, language } = await findOwnAccount(pool, uid);
  const refusal = codeRefusal(context, phone);
  if (phone === null || refusal !== null) throw new ProductError('invalid', refusal ?? undefined);
  await countCode(context, { uid, site, isSettled, number: dialledNumber(phone, config.defaultCountry) });
  await pool.query(`delete from text_codes where uid = $1 and purpose = 'proof'`, [uid]);
  const owner = { uid, credentialVersion, phone };
  const id = crypto.randomUUID();
  const code = await makeCode(pool, config.authSecret, { id, purpose: 'proof', owner });
  await outbox.sendCode(phone, wordsOf(language).codeIsYours({ code }));
}

/** Strangers can use up a number's codes: an account of a week gets one more. @throws {ProductError} too_many, unavailable */
async function countCode(
  { limits }: Context,
  { uid, site, number, isSettled }: { uid: string; site: string; number: string; isSettled: boolean },
): Promise<void> {
  const { proofCode, furtherProofCode } = LIMITS;
  const always: Count[] = [
    [proofCode.person, uid],
    [proofCode.network, site],
    [proofCode.all, 'all'],
  ];
  try {
    await limits.count(...always, [proofCode.number, number]);
  } catch (refusal) {
    if (!isSettled || !(refusal instanceof RateLimitExceeded)) throw refusal;
    try {
      await limits.count(...always, [furtherProofCode.person, uid], [furtherProofCode.number, number]);
    } catch (error) {
      throw error instanceof RateLimitExceeded ? refusal : error;
    }
  }
}

/**
 * Proves a person's phone by the code that was sent there. A number that was changed since then is not proven by it. It needs the
 * password: the phone can set a new one, and who has the session could prove a phone of their own.
 * @throws {ProductError} invalid, for the password, and when the code is wrong, expired, used or for another number; too_many, unavailable
 */
export async function provePhone(
  context: Context,
  uid: string,
  { code, password }: { code: string; password: string },
  caller: Caller,
): Promise<void> {
  const { config, identity, pool } = context;
  await identity.checkPassword(caller.cookies, password, caller.address);
  await limitTries(context, caller, CODE_WRONG, async () => {
    const id = await findProofCode(context, uid);
    const owner = await tryCode(pool, config.authSecret, { id, purpose: 'proof', code });
    if (!owner) return;
    return changeAccount(pool, uid, owner.credentialVersion, async (db) => {
      if (!(await takeCode(db, id))) return;
      const { rowCount } = await db.query('update users set phone_proven_at = now() where id = $1 and phone_key = $2', [
        uid,
        owner.phone,
      ]);
      return rowCount === 1 ? true : undefined;
    });
  });
}

async function findProofCode({ pool }: Context, uid: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from text_codes where uid = $1 and purpose = 'proof' order by created_at desc limit 1`,
    [uid],
  );
  return rows[0]?.id ?? crypto.randomUUID();
}
