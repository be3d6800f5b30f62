import { PRODUCT } from '#contract/product.ts';
import type { Context } from '#server/context.ts';
import { LIMITS, RateLimitExceeded, refusalOf } from '#server/limits/index.ts';
import { findTextStop } from '../stops/text-stops.ts';
import type { TextedAnswer } from './answer-by-text.ts';

const OTHER_WORDS = `${PRODUCT} can't pass texts on. Reply 1: I'll reach out, 2: I can't right now, or open the link. STOP ends all texts.`;
const NONE_OPEN = 'Nothing to answer right now. Thank you for being there.';
const CANNOT = "All right. Your friend won't see this. Take care of yourself too.";

/**
 * Takes a friend's answer, and does not store the words. A phone of nobody here gets none: an answer costs money, and a
 * sender can be forged.
 * @returns the words to text back; null for none
 */
export async function receiveReply(
  context: Context,
  { phone, message, at }: Omit<TextedAnswer, 'answer'> & { message: string },
): Promise<string | null> {
  if (message.trim() === '' || !(await isKnown(context, phone))) return null;
  const answer = readReply(message);
  const limit = answer ? LIMITS.textFromANumber : LIMITS.otherWordsFromANumber;
  const refusal = await refusalOf(context.limits.count([limit.phone, phone]));
  if (refusal instanceof RateLimitExceeded) return null;
  const words = answer ? await wordsFor(context, { phone, answer, at }) : OTHER_WORDS;
  if (words === null || refusal || (await findTextStop(context.pool, phone))) return null;
  return (await refusalOf(context.outbox.admit())) ? null : words;
}

/** A `1` ('I’ll reach out') or a `2` ('I can’t right now') alone: a guess at other words would answer for somebody. */
export function readReply(message: string): 'yes' | 'no' | undefined {
  const [, digit] = /^\s*([12１２])\s*[.．。]?\s*$/.exec(message) ?? [];
  if (digit) return digit.normalize('NFKC') === '1' ? 'yes' : 'no';
}

async function wordsFor({ answerByText }: Context, texted: TextedAnswer): Promise<string | null> {
  const answered = await answerByText(texted);
  if (answered === 'repeated') return null;
  if (answered === 'none') return NONE_OPEN;
  return texted.answer === 'no'
    ? CANNOT
    : `Thank you. ${answered.firstname || 'Your friend'} can see that you will reach out.`;
}

async function isKnown({ pool }: Context, phone: string): Promise<boolean> {
  const text = 'select from users where phone_key = $1 limit 1';
  return (await pool.query({ name: 'is-phone-known', text, values: [phone] })).rowCount === 1;
}
