import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { findAccount } from '#server/features/identity/index.ts';
import { LIMITS } from '#server/limits/index.ts';
import type { Caller } from '../caller.ts';
import { type CodeOwner, makeCode } from '../text-codes.ts';
import { codeText } from '../words.ts';
import { limitRequests, type MayAnswer } from './limit-requests.ts';

/** Works and answers alike for every email. @returns a ticket for the tries @throws {ProductError} too_many, unavailable */
export async function sendResetCode(context: Context, email: string, caller: Caller): Promise<string> {
  const { background, config, outbox, pool } = context;
  if (!outbox.canSend) throw new ProductError('invalid', 'This Moodring sends no texts.');
  const mayAnswer = await limitRequests(context, email, caller, LIMITS.resetCode);
  const id = crypto.randomUUID();
  background.run('reset code', async () => {
    const owner = await findOwner(context, email, mayAnswer);
    const code = await makeCode(pool, config.authSecret, { id, purpose: 'password', owner });
    if (owner) await outbox.sendCode(owner.phone, codeText(code));
  });
  return id;
}

async function findOwner(
  { pool, limits }: Context,
  email: string,
  mayAnswer: MayAnswer,
): Promise<CodeOwner | undefined> {
  const account = await findAccount(pool, email);
  if (!account?.provenPhone || !(await mayAnswer(account))) return;
  await limits.count([LIMITS.resetCode.number, account.provenPhone], [LIMITS.resetCode.all, 'all']);
  return { ...account, phone: account.provenPhone };
}
