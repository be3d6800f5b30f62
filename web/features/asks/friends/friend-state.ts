import type { FriendAsk } from '#contract/asks.ts';
import { asksForSupport } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import * as t from '#language';
import { clockTime, dayAndTime, HOUR, MINUTE } from '#web/dates/format-date.ts';
import { firstName } from '#web/features/circle/index.ts';
import { agoWords, asksWords, comingTooWords, isTomorrow, openWords, othersWords, saidWords } from '../ask-words.ts';

const STILL_OPEN_MS = 10 * MINUTE;
const REACHED_MS = 120 * MINUTE;

/**
 * What a friend's card is about. `asks`: an answer is asked for, again after a worsening. `due`: the time of a 'later' has come.
 * `reached`: whether the friend was reached, two hours after a yes without a message. `left`: the answer was taken back. `over`: the
 * friend is better.
 */
export type FriendState = 'asks' | 'yes' | 'reached' | 'later' | 'due' | 'no' | 'left' | 'over';

type Friend = Pick<ConnectionEntry, 'firstname' | 'lastname' | 'mood' | 'lastmessage'>;

/** The state follows from the ask's times and the friend's mood. @param now the server's time, in ms */
export function friendState(ask: FriendAsk, { mood, lastmessage }: Friend, now: number): FriendState {
  const { answer, answeredAt, worseAt, laterAt, hasReached, closed } = ask;
  if (closed || !asksForSupport(mood)) return 'over';
  if (answeredAt === null || answeredAt < (worseAt ?? 0)) return 'asks';
  if (answer === 'later') return laterAt !== null && laterAt <= now ? 'due' : 'later';
  if (answer !== 'yes') return answer ?? 'left';
  return !hasReached && now - answeredAt >= REACHED_MS && lastmessage < answeredAt ? 'reached' : 'yes';
}

/** A closed ask says that the friend is doing better: it has no card while they ask for support again. */
export function hasCard({ closed }: FriendAsk, { mood }: Friend): boolean {
  return closed === null || !asksForSupport(mood);
}

export function waits(state: FriendState): boolean {
  return state === 'asks' || state === 'due';
}

export interface FriendWords {
  title: string;
  line?: string;
}

export function friendWords(ask: FriendAsk, friend: Friend, now: number, state: FriendState): FriendWords {
  const name = firstName(friend);
  switch (state) {
    case 'over':
      return { title: ask.closed?.thanked ? t.isDoingBetterThankYou({ name }) : t.isDoingBetter({ name }) };
    case 'yes':
      return { title: t.seesYoullReachOut({ name }), line: joined([comingTooWords(ask), saidWords(ask)]) };
    case 'reached':
      return { title: t.didYouReach({ name }) };
    case 'later':
      return { title: laterTitle(name, ask.laterAt, now) };
    case 'due':
      return { title: t.youSaidStillGood({ when: dayAndTime(ask.laterAt!, now, true) }) };
    case 'no':
      return { title: t.wontSeeThis({ name }) };
    case 'left':
      return { title: t.thanksForBeingThere };
    case 'asks':
      return { title: asksWords(name, ask.level), line: factWords(ask, now) };
  }
}

function laterTitle(name: string, at: number | null, now: number): string {
  if (at === null) return t.seesYoullReachOutLater({ name });
  const time = clockTime(at);
  return isTomorrow(at, now) ? t.seesYoullReachOutTomorrow({ name, time }) : t.seesYoullReachOutAt({ name, time });
}

/** The friend's own line first, then who is there already, or since when and what would help. */
function factWords({ help, note, ...ask }: FriendAsk, now: number): string {
  const isStillOpen = ask.againAt !== null || now - ask.calledAt >= STILL_OPEN_MS;
  const since = (isStillOpen ? openWords : agoWords)(ask.calledAt, now);
  const line = saidWords({ help: null, note });
  const others = othersWords(ask);
  // These say more than the time, and a card has few words.
  const isLong = help === 'company' || help === 'know';
  const facts = others ? [others] : [...(isLong ? [] : [since]), saidWords({ help, note: null })];
  return joined([line, ...facts]);
}

const joined = (facts: (string | null)[]) => facts.filter(Boolean).join(' · ');

interface Ranked {
  ask: FriendAsk;
  state: FriendState;
}

/** The newest first, then those that are over. An answered card keeps its place: it must not go from under the finger that answered. */
export function byUrgency(one: Ranked, other: Ranked): number {
  return Number(one.state === 'over') - Number(other.state === 'over') || other.ask.calledAt - one.ask.calledAt;
}

const NIGHT_UNTIL = 5;
const DAY_UNTIL = 17;

/** The two times that 'Later' offers: in an hour, and this evening or the next morning. @param now in ms */
export function laterTimes(now: number): { time: number; words: string }[] {
  const next = new Date(now);
  const hour = next.getHours();
  const isDay = hour >= NIGHT_UNTIL && hour < DAY_UNTIL;
  if (hour >= DAY_UNTIL) next.setDate(next.getDate() + 1);
  next.setHours(isDay ? 20 : 9, 0, 0, 0);
  const words = isDay ? t.tonight : hour < NIGHT_UNTIL ? t.inTheMorning : t.tomorrow;
  return [
    { time: now + HOUR, words: t.atTime({ time: clockTime(now + HOUR) }) },
    { time: next.getTime(), words },
  ];
}
