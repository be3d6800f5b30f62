import { backoffMs, isQuietAt, MAX_RETRY_DELAY_MS } from '#server/features/texts/index.ts';
import { LIMITS, type Limits, LimitsUnavailable, RateLimitExceeded } from '#server/limits/index.ts';
import { closePayload, noticePayload, tagOf } from '../payload.ts';
import type { PushResult, PushSender } from '../services/push-sender.ts';
import { canClose } from '../services/push-services.ts';
import type { ClaimedPush } from './claim-pushes.ts';
import type { HostPlaces } from './host-places.ts';
import type { PushOutcome } from './settle-pushes.ts';

export interface HandleParts {
  sender: PushSender;
  hosts: HostPlaces;
  limits: Limits;
  appUrl: string;
  backoffBaseMs: number;
  /** Reports the answer of a push service. */
  report(push: ClaimedPush, result: PushResult): void;
}

const HOUR_MS = 60 * 60_000;
/** How long a push is tried. A call for support and its answer are worth a late notification, a message is in its list anyway. */
const PATIENCE_MS = { mood: 24 * HOUR_MS, answer: 24 * HOUR_MS, message: HOUR_MS, connection: HOUR_MS };
/** A notification that stays open does no harm. */
const CLOSE_ATTEMPTS = 5;
const COUNT_RETRY_MS = 10_000;

/** Decides what a device should show now, and sends it. Never throws. */
export async function handlePush(parts: HandleParts, push: ClaimedPush, aborted: AbortSignal): Promise<PushOutcome> {
  const decided = withoutCall(push);
  if (decided) return decided;
  const place = parts.hosts.take(push);
  if (place.waitMs !== undefined) return { push, outcome: 'later', delayMs: place.waitMs };
  try {
    return await (push.now === 'seen' ? close(parts, push, aborted) : show(parts, push, aborted));
  } finally {
    place.free();
  }
}

/** The outcome of a push that its device need not hear of now. */
function withoutCall(push: ClaimedPush): PushOutcome | undefined {
  if (push.now === 'over') return removed(push);
  if (push.now === 'seen') return push.isShown && canClose(push.service) ? undefined : removed(push);
  if (push.ageMs > PATIENCE_MS[push.cause]) return givenUp(push);
  return push.pauseMs > 0 ? { push, outcome: 'later', delayMs: push.pauseMs } : undefined;
}

async function show(parts: HandleParts, push: ClaimedPush, aborted: AbortSignal): Promise<PushOutcome> {
  const refusal = await refusalOf(parts.limits, push);
  if (refusal) return refusal;
  const isSilent = push.cause !== 'answer' && !push.passesQuiet && isQuietAt(push, push.nowMs);
  const payload = noticePayload({ ...push, isSilent }, parts.appUrl);
  const isUrgent = push.cause === 'mood' || push.cause === 'answer';
  const result = await send(parts, push, { payload, isUrgent }, aborted);
  if (result.result === 'sent') return { push, outcome: 'shown' };
  return result.result === 'refused' ? givenUp(push) : notSent(parts, push, result);
}

async function close(parts: HandleParts, push: ClaimedPush, aborted: AbortSignal): Promise<PushOutcome> {
  const payload = closePayload(tagOf(push.cause, push.author));
  const result = await send(parts, push, { payload, isUrgent: false }, aborted);
  const isOver = result.result === 'sent' || result.result === 'refused' || push.attempts + 1 >= CLOSE_ATTEMPTS;
  return isOver && result.result !== 'ended' ? removed(push) : notSent(parts, push, result);
}

async function send(
  { sender, hosts, report }: HandleParts,
  push: ClaimedPush,
  { payload, isUrgent }: { payload: string; isUrgent: boolean },
  aborted: AbortSignal,
): Promise<PushResult> {
  const result = await sender.send(push, { payload, isUrgent, tag: tagOf(push.cause, push.author) }, aborted);
  if (aborted.aborted) return result;
  hosts.report(push, result);
  report(push, result);
  return result;
}

function notSent({ backoffBaseMs }: HandleParts, push: ClaimedPush, result: PushResult): PushOutcome {
  if (result.result === 'ended') return { push, outcome: 'ended' };
  const backoff = backoffMs(push.attempts + 1, { backoffBaseMs, backoffCapMs: MAX_RETRY_DELAY_MS });
  const asked = result.result === 'failed' ? result.retryAfterMs : 0;
  return { push, outcome: 'again', delayMs: Math.min(Math.max(backoff, asked), MAX_RETRY_DELAY_MS) };
}

/** An earlier notification stays on the screen, and is closed when it is read. */
function givenUp(push: ClaimedPush): PushOutcome {
  return { push, outcome: push.isShown ? 'kept' : 'removed' };
}

function removed(push: ClaimedPush): PushOutcome {
  return { push, outcome: 'removed' };
}

/**
 * Calls for support and answers are limited where they are made. All other pushes fail closed: while they cannot be counted, they wait.
 * @returns undefined when the push may be sent
 */
async function refusalOf(limits: Limits, push: ClaimedPush): Promise<PushOutcome | undefined> {
  // A retry is not another push.
  if (push.cause === 'mood' || push.cause === 'answer' || push.attempts > 0) return;
  try {
    await limits.consume(LIMITS.pushesByOneToOne.pair, `${push.author} ${push.uid}`);
    await limits.consume(LIMITS.pushesByOne.person, push.author);
  } catch (error) {
    if (error instanceof RateLimitExceeded) return givenUp(push);
    if (error instanceof LimitsUnavailable) return { push, outcome: 'later', delayMs: COUNT_RETRY_MS };
    throw error;
  }
}
