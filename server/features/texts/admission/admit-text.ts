import type { Config } from '#server/config.ts';
import { type Delivery, MAX_RETRY_DELAY_MS, type Outcome, postponed } from '#server/features/deliveries/index.ts';
import { LIMITS, type Limits, RateLimitExceeded, refusalOf } from '#server/limits/index.ts';
import type { LookedText } from '../outbox/look-at-texts.ts';
import { HELD_BACK, isSupportText, type TextReason } from '../text-columns.ts';
import type { DailyBudget } from './daily-budget.ts';
import type { EmergencyAllowance } from './emergency-allowance.ts';

export interface AdmissionRules extends Pick<Config, 'phoneProof'> {
  limits: Limits;
  budget: DailyBudget;
  emergency: EmergencyAllowance;
}

export interface DueText extends Delivery, Omit<LookedText, 'phoneNumber'> {
  phoneNumber: string;
  message: string;
}

export interface TextOutcome extends Outcome {
  code?: TextReason;
  recipient?: string | null;
  providerId?: string | null;
  isCounted?: boolean;
}

const COUNT_RETRY_MS = 10_000;

/** The last check of a claimed text, right before it is sent. @returns undefined when it may be sent */
export async function admitText(rules: AdmissionRules, text: DueText): Promise<TextOutcome | undefined> {
  if (text.decided) return withheld(text, text.decided);
  // Texts by hand were counted when they were accepted, and a retry is not another text.
  if (text.cause === 'form' || (text.attempt > 1 && text.isCounted)) return;
  return takeLimits(rules, text);
}

/** A person's or number's limit cancels the text; the day's budget makes it wait. */
async function takeLimits(rules: AdmissionRules, text: DueText): Promise<TextOutcome | undefined> {
  const { budget, emergency } = rules;
  const ownRefusal = text.isCounted ? undefined : await refusalOf(takeOwnLimits(rules, text));
  if (ownRefusal instanceof RateLimitExceeded) return cancelled(text, ownRefusal.message);
  const refusal = ownRefusal ?? (await refusalOf(budget.take(text.cause, text.payer)));
  if (!refusal) return;
  const isCounted = !ownRefusal;
  if (refusal instanceof RateLimitExceeded) {
    const delayMs = Math.min(refusal.retryAfterSeconds * 1000, MAX_RETRY_DELAY_MS);
    return { ...postponed(text, "the day's texts are used up", delayMs), isCounted };
  }
  // A call for support fails open, within the emergency allowance; other texts fail closed.
  if (isSupportText(text.cause) && emergency.take(text.payer, text.phoneNumber)) return;
  return { ...postponed(text, 'the limits cannot be counted', COUNT_RETRY_MS), isCounted };
}

async function takeOwnLimits(rules: AdmissionRules, text: DueText): Promise<void> {
  const { limits } = rules;
  const { cause, payer, phoneNumber: phone, dialled, isFirstCall, isSettled, isProven, isWorse, author } = text;
  if (!isSupportText(cause)) {
    if (cause === 'check-in' || cause === 'missed' || cause === 'checked-in') {
      await limits.consume(LIMITS.checkInTextsByOne.payer, payer);
      await limits.consume(LIMITS.missedTextsToOne.pair, `${payer} ${phone}`);
      if (!isProven) await limits.consume(LIMITS.missedTextsToOne.unproven, dialled);
      return;
    }
    await limits.consume(LIMITS.textsByOne.payer, payer);
    if (rules.phoneProof === 'limited' && !isProven) await limits.consume(LIMITS.textsToOne.unproven, dialled);
    await limits.consume(LIMITS.textsToOne.phone, dialled);
    return;
  }
  // By itself: what later calls have left would tell whether this friend has said no.
  if (cause === 'again') {
    await limits.consume(LIMITS.textsOnceMore.payer, payer);
    return limits.consume(LIMITS.textsOnceMore[isSettled ? 'settled' : 'phone'], phone);
  }
  const ofPair = isWorse ? LIMITS.worseTextsByOneToOne.pair : LIMITS.askTextsByOneToOne.pair;
  // By phone: everybody can make accounts with a friend's number.
  if (author !== null) await limits.consume(ofPair, `${author} ${phone}`);
  if (!isFirstCall) await limits.consume(LIMITS.supportTextsByOne.payer, payer);
  // By the exact phone: neighbours must not use up each other's limit.
  if (!isSettled) await limits.consume(LIMITS.supportTextsByOneToOne.pair, `${payer} ${phone}`);
  const { firstCall, phone: anyCall } = LIMITS.supportTextsToOne;
  const first = isWorse ? LIMITS.worseTextsToOne.phone : firstCall;
  await limits.consume(isSettled && isFirstCall ? first : anyCall, phone);
}

type Held = Pick<DueText, 'id' | 'claim'>;

export function cancelled({ id, claim }: Held, reason: string): TextOutcome {
  return { id, claim, result: 'over', reason: `held back: ${reason}` };
}

export function withheld({ id, claim }: Held, code: TextReason): TextOutcome {
  return { id, claim, result: 'over', reason: HELD_BACK[code], code };
}
