import { PRODUCT } from '#contract/product.ts';
import type { Context } from '#server/context.ts';
import { LIMITS } from '#server/limits/index.ts';
import { findTextStop } from '../stops/text-stops.ts';
import { countText } from './count-text.ts';
import { readReply } from './read-reply.ts';

const OTHER_WORDS = `${PRODUCT} can't pass texts on. Reply 1: I'll reach out, 2: I can't right now, or open the link. STOP ends all texts.`;
const NONE_OPEN = 'Nothing to answer right now. Thank you for being there.';
const CANNOT = "All right. Your friend won't see this. Take care of yourself too.";

/** A text that is no keyword. */
interface Reply {
  /** `key` of `readNumber`. */
  phone: string;
  message: string;
  at?: Date | undefined;
}

/**
 * Takes a friend's answer to a call for support. Phones that no person here has get no answer: an answer costs money, and the
 * sender of a text can be forged. The words are not stored. An answer that cannot be counted still counts, without words back.
 * @returns the words to text back; null for none
 */
export async function receiveReply(context: Context, { phone, message, at }: Reply): Promise<string | null> {
  if (message.trim() === '' || !(await isKnown(context, phone))) return null;
  const answer = readReply(message);
  const room = await countText(context.limits, [
    answer ? LIMITS.textFromANumber.phone : LIMITS.otherWordsFromANumber.phone,
    phone,
  ]);
  if (room === 'none') return null;
  const words = answer ? await wordsFor(context, { phone, answer, at }) : OTHER_WORDS;
  if (room === 'unknown' || (await findTextStop(context.pool, phone))) return null;
  return words;
}

async function wordsFor(
  { answerByText }: Context,
  texted: Parameters<Context['answerByText']>[0],
): Promise<string | null> {
  const answered = await answerByText(texted);
  if (answered === 'repeated') return null;
  if (answered === 'none') return NONE_OPEN;
  return texted.answer === 'no'
    ? CANNOT
    : `Thank you. ${answered.firstname || 'Your friend'} can see that you will reach out.`;
}

async function isKnown({ pool }: Context, phone: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'is-phone-known',
    text: 'select from users where phone_key = $1 limit 1',
    values: [phone],
  });
  return rowCount === 1;
}
