import type { FriendAsk } from '#contract/asks.ts';
import type { ConnectionEntry } from '#contract/views.ts';

const MINUTE = 60_000;
const STILL_OPEN_MS = 10 * MINUTE;
const REACHED_MS = 120 * MINUTE;

/** Whether the friend's answer stands: one from before a worsening is asked for again, also after a 'no'. */
export function answerNow({ answer, answeredAt, worseAt }: FriendAsk): FriendAsk['answer'] {
  return answer !== null && worseAt !== null && (answeredAt ?? 0) < worseAt ? null : answer;
}

/** Whether the friend's answer ended with a hand-over, and nothing has got worse since. */
export function hasHandedOver({ answer, answeredAt, worseAt }: FriendAsk): boolean {
  return answer === null && answeredAt !== null && answeredAt >= (worseAt ?? 0);
}

/** Whether the card is marked: the person has asked once more, or nobody is known to be there after ten minutes. */
export function isStillOpen(ask: FriendAsk, now: number): boolean {
  if (answerNow(ask) !== null || ask.onIt > 0) return false;
  return ask.againAt !== null || now - ask.calledAt >= STILL_OPEN_MS;
}

/** Whether it is time to ask, once, if the friend was reached: two hours after a yes, without a message between the two since. */
export function asksIfReached(ask: FriendAsk, friend: Pick<ConnectionEntry, 'lastmessage'>, now: number): boolean {
  if (ask.closed || ask.hasReached || answerNow(ask) !== 'yes' || ask.answeredAt === null) return false;
  return now - ask.answeredAt >= REACHED_MS && friend.lastmessage < ask.answeredAt;
}

/** Which cards come first: Dark before Purple; then those that the person has declined, then those that are over. */
export function byUrgency(one: FriendAsk, other: FriendAsk): number {
  return rank(one) - rank(other) || other.calledAt - one.calledAt;
}

/** A yes keeps its place: the card must not go from under the finger that gave it. */
function rank(ask: FriendAsk): number {
  if (ask.closed) return 4;
  return (ask.level === 'Dark' ? 0 : 1) + (answerNow(ask) === 'no' ? 2 : 0);
}
