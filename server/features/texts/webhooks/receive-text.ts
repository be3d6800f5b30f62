import type { Context } from '#server/context.ts';
import { wordsOf } from '#server/languages.ts';
import { LIMITS, refusalOf } from '#server/limits/index.ts';
import { readNumber } from '#server/phone-numbers/read-number.ts';
import { receiveReply, wordsOfPhone } from '../replies/receive-reply.ts';
import { type Keyword, readKeyword } from '../stops/read-keyword.ts';
import { recordSaid } from '../stops/text-stops.ts';

export interface IncomingText {
  phoneNumber: string;
  message: string;
  to?: string | null | undefined;
  at?: Date | undefined;
  /** What the gateway understood by itself, in any language: it comes first. */
  keyword?: Keyword | undefined;
  /** The gateway itself has answered this STOP, START or HELP. */
  isKeywordAnswered?: boolean;
}

/**
 * Other words than keywords and replies are neither stored nor logged. The caller has checked who brings the text.
 * @returns null when nothing is to be texted back
 */
export async function receiveText(context: Context, text: IncomingText): Promise<string | null> {
  const keyword = text.keyword ?? readKeyword(text.message);
  const { key: phone, restriction } = readNumber(text.phoneNumber, context.config.defaultCountry);
  if (restriction) return null;
  if (keyword) return receiveKeyword(context, keyword, phone, text);
  return context.config.textReplies ? receiveReply(context, { phone, message: text.message, at: text.at }) : null;
}

async function receiveKeyword(
  context: Context,
  keyword: Keyword,
  phone: string,
  text: IncomingText,
): Promise<string | null> {
  const { limits, outbox } = context;
  const refusal = await refusalOf(limits.count([LIMITS.textFromANumber.phone, phone]));
  // Limits hold for the answers alone: a STOP must count, and START lifts one that somebody forged.
  const said = { phone, stopped: keyword === 'stop', at: text.at, to: cleanNumber(text.to) };
  const isNews = keyword === 'help' || (await recordSaid(context.pool, said));
  if (!isNews || refusal || text.isKeywordAnswered) return null;
  const { phone: toOne, all } = LIMITS.answersToANumber;
  if ((await refusalOf(limits.count([toOne, phone], [all, 'all']))) ?? (await refusalOf(outbox.admit()))) return null;
  const t = (await wordsOfPhone(context, phone)) ?? wordsOf(null);
  return said.stopped ? t.youGetNoMoreTexts : t.whenMoodringTextsYou({ link: `${context.config.appUrl}/help` });
}

/** The settings show it to whoever has the stopped number. */
function cleanNumber(to: string | null | undefined): string | null {
  return to && /^\+?\d{3,15}$/.test(to) ? to : null;
}
