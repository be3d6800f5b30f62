import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { findAccount, makeLink, resetAddress } from '#server/features/identity/index.ts';
import { wordsOf } from '#server/languages.ts';
import { LIMITS } from '#server/limits/index.ts';
import { type Caller, requireMail } from '../limit-tries.ts';
import { type CodeOwner, makeCode } from '../text-codes.ts';
import { type Recipient, resetMail } from '../words.ts';
import { limitRequests, type MayAnswer } from './limit-requests.ts';

/** Mails a link, after the same answer for every email. @throws {ProductError} too_many, unavailable */
export async function sendResetLink(context: Context, email: string, caller: Caller): Promise<void> {
  const { background, config, limits, mailer, pool } = context;
  requireMail(context);
  const mayAnswer = await limitRequests(context, email, caller, LIMITS.resetLink, LIMITS.furtherResetLink);
  background.run('reset link', async () => {
    const account = await findAccount(pool, { email });
    if (!account || !(await mayAnswer(account))) return;
    await limits.count([LIMITS.resetLink.all, 'all']);
    const token = await makeLink(pool, config.authSecret, { ...account, purpose: 'password' });
    if (token) mailer.send(resetMail(account, resetAddress(config.appUrl, token), config.appUrl));
  });
}

/** Works and answers alike for every email. @returns a ticket for the tries @throws {ProductError} too_many, unavailable */
export async function sendResetCode(context: Context, email: string, caller: Caller): Promise<string> {
  const { background, config, outbox, pool } = context;
  if (!outbox.canSend) throw new ProductError('invalid', (t) => t.sendsNoTexts);
  const mayAnswer = await limitRequests(context, email, caller, LIMITS.resetCode);
  const id = crypto.randomUUID();
  background.run('reset code', async () => {
    const owner = await findOwner(context, email, mayAnswer);
    const code = await makeCode(pool, config.authSecret, { id, purpose: 'password', owner });
    if (owner) await outbox.sendCode(owner.phone, wordsOf(owner.language).codeIsYours({ code }));
  });
  return id;
}

async function findOwner(
  { pool, limits }: Context,
  email: string,
  mayAnswer: MayAnswer,
): Promise<(CodeOwner & Recipient) | undefined> {
  const account = await findAccount(pool, { email });
  if (!account?.phone || !account.isProven || !(await mayAnswer(account))) return;
  await limits.count([LIMITS.resetCode.number, account.phone], [LIMITS.resetCode.all, 'all']);
  return { ...account, phone: account.phone };
}
