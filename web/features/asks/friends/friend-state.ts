import type { FriendAsk } from '#contract/asks.ts';
import { asksForSupport } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { clockTime } from '#web/dates/format-date.ts';
import { firstName } from '#web/features/circle/index.ts';
import { agoWords, asksWords, dayAndTime, othersWords, saidWords, timeFrom } from '../ask-words.ts';

const MINUTE = 60_000;
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

export function waits(state: FriendState): boolean {
  return state === 'asks' || state === 'due';
}

export interface FriendWords {
  title: string;
  line?: string;
}

export function friendWords(ask: FriendAsk, friend: Friend, now: number, state: FriendState): FriendWords {
  const name = firstName(friend);
  const seen = `${name} can see that you’ll reach out`;
  switch (state) {
    case 'over':
      return {
        title: `${name} is doing better.${ask.closed?.thanked ? ' Thank you for being there.' : ''}`,
        line: 'If something feels off, reach out anyway.',
      };
    case 'yes':
      return { title: `${seen}.` };
    case 'reached':
      return { title: `Did you get to reach ${name}?` };
    case 'later':
      return { title: `${seen} ${ask.laterAt === null ? 'later' : timeFrom(ask.laterAt, now)}.` };
    case 'due':
      return { title: `You said ${dayAndTime(ask.laterAt!, now, 'about ')}. Still good?` };
    case 'no':
      return { title: `All right. ${name} won’t see this.` };
    case 'left':
      return { title: 'Thanks for being there.' };
    case 'asks':
      return { title: asksWords(name, ask.level), line: factWords(ask, name, now) };
  }
}

function factWords(ask: FriendAsk, name: string, now: number): string {
  const { help, note, onIt, againAt, calledAt } = ask;
  const others = othersWords(ask, name);
  if (others) return [others, saidWords({ help: null, note })].filter(Boolean).join(' · ');
  const isStillOpen = onIt === 0 && (againAt !== null || now - calledAt >= STILL_OPEN_MS);
  const since = isStillOpen ? 'Still open' : agoWords(calledAt, now);
  // These say more than the time, and a card has few words.
  const isLong = help === 'company' || help === 'know';
  return [...(isLong ? [] : [since]), saidWords({ help, note })].filter(Boolean).join(' · ');
}

/** The newest first; then those without a question to the person, then those that are over. */
export function byUrgency(one: Ranked, other: Ranked): number {
  return rank(one) - rank(other) || other.ask.calledAt - one.ask.calledAt;
}

interface Ranked {
  ask: FriendAsk;
  state: FriendState;
}

/** A yes keeps its place: the card must not go from under the finger that gave it. */
function rank({ state }: Ranked): number {
  if (state === 'over') return 2;
  return state === 'no' || state === 'left' ? 1 : 0;
}

const HOUR = 60 * MINUTE;
const NIGHT_UNTIL = 5;
const DAY_UNTIL = 17;

/** The two times that 'Later' offers: in an hour, and this evening or the next morning. @param now in ms */
export function laterTimes(now: number): { time: number; words: string }[] {
  const next = new Date(now);
  const hour = next.getHours();
  const isDay = hour >= NIGHT_UNTIL && hour < DAY_UNTIL;
  if (hour >= DAY_UNTIL) next.setDate(next.getDate() + 1);
  next.setHours(isDay ? 20 : 9, 0, 0, 0);
  const words = isDay ? 'This evening' : hour < NIGHT_UNTIL ? 'In the morning' : 'Tomorrow morning';
  return [
    { time: now + HOUR, words: `At ${clockTime(now + HOUR)}` },
    { time: next.getTime(), words },
  ];
}
