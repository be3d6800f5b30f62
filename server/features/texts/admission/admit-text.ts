import type pg from 'pg';
import { asksForSupport } from '#contract/moods.ts';
import type { Config } from '#server/config.ts';
import {
  FIRST_SUPPORT_TEXTS_TO_NUMBER,
  type Limits,
  LimitsUnavailable,
  RateLimitExceeded,
  SUPPORT_TEXTS_BY_PAYER,
  SUPPORT_TEXTS_BY_PAYER_TO_NUMBER,
  SUPPORT_TEXTS_TO_NUMBER,
  TEXTS_BY_PAYER,
  TEXTS_TO_NUMBER,
} from '#server/limits/index.ts';
import { dialledNumber } from '#server/phone-numbers/dialled-number.ts';
import { parseNumber } from '#server/phone-numbers/parse-number.ts';
import { textingRestriction } from '#server/phone-numbers/texting-restriction.ts';
import type { ClaimedText } from '../outbox/claim-texts.ts';
import { LONGEST_PAUSE_MS } from '../outbox/longest-pause.ts';
import type { Outcome } from '../outbox/record-outcomes.ts';
import type { DailyBudget } from './daily-budget.ts';
import type { EmergencyAllowance } from './emergency-allowance.ts';

/** What holds for every text that leaves, whatever it follows from. */
export interface Rules extends Pick<Config, 'defaultCountry' | 'appUrl'> {
  limits: Limits;
  budget: DailyBudget;
  emergency: EmergencyAllowance;
}

/** How long texts wait while nothing can be counted. */
const COUNT_AGAIN_MS = 10_000;
/** Older ones are not sent to friends of somebody who is well again. */
const STALE_MS = 15 * 60 * 1000;

/**
 * The last look at a claimed text, here and not where numbers are saved and texts are stored: nothing gets past, not even
 * what was stored before there was a rule, and neither sign-up nor the chat path pays for it.
 * @returns undefined when the text may go; otherwise that it never will, or has to wait
 */
export async function admitText(rules: Rules, pool: pg.Pool, text: ClaimedText): Promise<Outcome | undefined> {
  const number = parseNumber(text.phoneNumber, rules.defaultCountry);
  const fault = textingRestriction(number);
  if (!number || fault === 'incomplete') return cancelled(text, 'not a whole phone number');
  if (fault === 'premium') return cancelled(text, 'a premium number');
  if (fault === 'satellite') return cancelled(text, 'a satellite number');
  if (isStale(text)) return cancelled(text, `their mood is ${text.authorMood} by now`);
  // Texts by hand were counted when they were accepted, and a try after a failure is not another text.
  if (text.cause === 'form' || (text.attempts > 1 && text.isCounted)) return;
  if (await isTextedAlready(pool, text, rules)) return cancelled(text, 'this number is texted for it already');
  return countText(rules, text);
}

/** A call for support that could not leave for a while, of somebody who does not ask for it any more. */
function isStale({ cause, ageMs, authorMood }: ClaimedText): boolean {
  return cause === 'mood' && ageMs > STALE_MS && authorMood !== null && !asksForSupport(authorMood);
}

/**
 * Whether another text of the same call goes to the phone that rings for this number. Numbers that are written alike have
 * one text from the beginning (choose-mood.ts), so this looks only at one that is written otherwise than it is dialled.
 */
async function isTextedAlready(pool: pg.Pool, text: ClaimedText, rules: Rules): Promise<boolean> {
  if (text.cause !== 'mood') return false;
  const phone = phoneOf(text.phoneNumber, rules);
  if (text.phoneNumber === phone) return false;
  const { rows } = await pool.query<{ id: string; number: string }>({
    name: 'texts-of-mood',
    text: `select id, phone_number as number from texts
           where id between mood_text_id($1, '0') and mood_text_id($1, 'f') and id <> $2`,
    values: [text.causeId, text.id],
  });
  return rows.some(({ id, number }) => number === phone || (id < text.id && phoneOf(number, rules) === phone));
}

/**
 * The phone that a number is of. A number that is valid as it is belongs to nobody else, also where a shorter one is valid,
 * too: limits may count such neighbours together, but a call for support must reach both.
 */
function phoneOf(phoneNumber: string, { defaultCountry }: Rules): string {
  const number = parseNumber(phoneNumber, defaultCountry);
  return number?.isValid() ? number.number : dialledNumber(phoneNumber, defaultCountry);
}

/** Limits of one person or number end a text for good, the installation's day has it wait. */
async function countText(rules: Rules, text: ClaimedText): Promise<Outcome | undefined> {
  const { budget, emergency } = rules;
  let { isCounted } = text;
  try {
    const refusal = isCounted ? undefined : await refusalOf(countOne(rules, text));
    if (refusal) return cancelled(text, refusal.message);
    isCounted = true;
    const noRoom = await refusalOf(budget.take(text.cause, text.payer));
    if (!noRoom) return;
    return { ...waits(text, "the day's texts are used up", pauseFor(budget, text, noRoom)), isCounted };
  } catch (error) {
    if (!(error instanceof LimitsUnavailable)) throw error;
    if (text.cause === 'mood' && emergency.take(text.payer, phoneOf(text.phoneNumber, rules))) return;
    return { ...waits(text, 'the limits cannot be counted', COUNT_AGAIN_MS), isCounted };
  }
}

/** @throws {RateLimitExceeded | LimitsUnavailable} */
async function countOne(rules: Rules, text: ClaimedText): Promise<void> {
  const { limits, defaultCountry } = rules;
  const { cause, payer, phoneNumber, isFirstCall, isSettled } = text;
  if (cause !== 'mood') {
    await limits.consume(TEXTS_BY_PAYER, payer);
    await limits.consume(TEXTS_TO_NUMBER, dialledNumber(phoneNumber, defaultCountry));
    return;
  }
  if (!isFirstCall) await limits.consume(SUPPORT_TEXTS_BY_PAYER, payer);
  // By the phone alone: neighbours whose numbers begin alike must not stand in each other's way.
  const phone = phoneOf(phoneNumber, rules);
  if (!isFirstCall && !isSettled) await limits.consume(SUPPORT_TEXTS_BY_PAYER_TO_NUMBER, `${payer} ${phone}`);
  await limits.consume(isFirstCall && isSettled ? FIRST_SUPPORT_TEXTS_TO_NUMBER : SUPPORT_TEXTS_TO_NUMBER, phone);
}

async function refusalOf(counting: Promise<void>): Promise<RateLimitExceeded | undefined> {
  try {
    await counting;
  } catch (error) {
    if (error instanceof RateLimitExceeded) return error;
    throw error;
  }
}

/** A cause without room is not claimed again before it has some; where one payer has none, others' texts go on. */
function pauseFor(budget: DailyBudget, { cause }: ClaimedText, { retryAfterSeconds }: RateLimitExceeded): number {
  const open = budget.open();
  return open === null || open.includes(cause) ? Math.min(retryAfterSeconds * 1000, LONGEST_PAUSE_MS) : 0;
}

function cancelled({ id, attempts }: ClaimedText, reason: string): Outcome {
  return { id, attempts, status: 'cancelled', error: `held back: ${reason}`, providerId: null, delayMs: 0 };
}

/** Not an attempt, so it does not count as one. */
export function waits({ id, attempts }: ClaimedText, reason: string, delayMs: number): Outcome {
  return { id, attempts, status: 'queued', error: `waits: ${reason}`, providerId: null, delayMs, isUntried: true };
}
