import { PRODUCT } from '#contract/product.ts';
import type { Context } from '#server/context.ts';
import { LimitsUnavailable, RateLimitExceeded, TEXTS_FROM_NUMBER } from '#server/limits/index.ts';
import { numberFacts } from '../admission/number-facts.ts';
import { type Keyword, readKeyword } from '../stops/read-keyword.ts';
import { recordSaid } from '../stops/text-stops.ts';

/** A text that arrived at the gateway's number. */
export interface IncomingText {
  phoneNumber: string;
  message: string;
  /** The number to which it was sent. */
  to?: string | null | undefined;
  /** When it arrived there. */
  at?: Date | undefined;
  /** What the gateway understood by itself, in any language: it comes first. */
  keyword?: Keyword | undefined;
}

/**
 * Reads STOP, START and HELP, and nothing else: an Android phone hands over every text that it gets, and other words are
 * neither stored nor logged. A STOP always counts. The caller has checked who brings the text.
 * @returns the words to text back; null for none
 */
export async function receiveText(context: Context, text: IncomingText): Promise<string | null> {
  const keyword = text.keyword ?? readKeyword(text.message);
  const { phone, restriction } = numberFacts(text.phoneNumber, context.config.defaultCountry);
  if (!keyword || restriction) return null;
  const room = await countText(context, phone);
  if (keyword === 'help') return room === 'some' ? aboutTexts(context) : null;
  // While limits cannot be counted START still counts, because it brings calls for support back.
  if (keyword === 'start' && room === 'none') return null;
  const said = { phone, stopped: keyword === 'stop', at: text.at, to: cleanNumber(text.to) };
  const hasChanged = await recordSaid(context.pool, said);
  if (!hasChanged || room !== 'some') return null;
  return said.stopped ? `You get no more texts from ${PRODUCT}. START brings them back.` : aboutTexts(context);
}

function aboutTexts({ config }: Context): string {
  return `${PRODUCT} texts you when a friend asks for support or writes to you. Reply STOP for no more. ${config.appUrl}/help`;
}

/** Whether the phone may be answered. Answers cost money, so they fail closed. */
async function countText({ limits }: Context, phone: string): Promise<'some' | 'none' | 'unknown'> {
  try {
    await limits.count([TEXTS_FROM_NUMBER, phone]);
    return 'some';
  } catch (error) {
    if (error instanceof RateLimitExceeded) return 'none';
    if (error instanceof LimitsUnavailable) return 'unknown';
    throw error;
  }
}

/** The settings show it to whoever has the stopped number, so it must be a number. */
function cleanNumber(to: string | null | undefined): string | null {
  return to && /^\+?\d{3,15}$/.test(to) ? to : null;
}
