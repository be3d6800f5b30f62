import type { Words } from '#languages';
import type { Context } from '#server/context.ts';
import { wordsOf } from '#server/languages.ts';
import { LIMITS, RateLimitExceeded, refusalOf } from '#server/limits/index.ts';
import { findTextStop } from '../stops/text-stops.ts';
import type { TextedAnswer } from './answer-by-text.ts';

/**
 * Takes a friend's answer, and does not store the words. A phone of nobody here gets none: an answer costs money, and a
 * sender can be forged.
 * @returns the words to text back; null for none
 */
export async function receiveReply(
  context: Context,
  { phone, message, at }: Omit<TextedAnswer, 'answer'> & { message: string },
): Promise<string | null> {
  const t = message.trim() === '' ? undefined : await wordsOfPhone(context, phone);
  if (!t) return null;
  const answer = readReply(message);
  const limit = answer ? LIMITS.textFromANumber : LIMITS.otherWordsFromANumber;
  const refusal = await refusalOf(context.limits.count([limit.phone, phone]));
  if (refusal instanceof RateLimitExceeded) return null;
  const words = answer ? await context.answerByText(t, { phone, answer, at }) : t.cantPassTextsOn;
  if (words === null || refusal || (await findTextStop(context.pool, phone))) return null;
  return (await refusalOf(context.outbox.admit())) ? null : words;
}

/** A `1` ('I’ll reach out') or a `2` ('I can’t right now') alone: a guess at other words would answer for somebody. */
export function readReply(message: string): 'yes' | 'no' | undefined {
  const [, digit] = /^\s*([12１２١٢۱۲])\s*[.．。]?\s*$/.exec(message.replace(/\p{Cf}/gu, '')) ?? [];
  if (digit) return '1１١۱'.includes(digit) ? 'yes' : 'no';
}

const LANGUAGE = `
  select language from users where phone_key = $1 order by (phone_proven_at is null), created_at, id limit 1`;

/** The words for answers to this phone, in its account's language. @returns undefined when no account has the phone */
export async function wordsOfPhone({ pool }: Context, phone: string): Promise<Words | undefined> {
  const { rows } = await pool.query({ name: 'language-of-phone', text: LANGUAGE, values: [phone] });
  return rows[0] && wordsOf(rows[0].language);
}
