import type { OwnAsk } from '#contract/asks.ts';
import { asksForSupport, type Mood } from '#contract/moods.ts';
import { HOUR, MINUTE } from '#web/dates/format-date.ts';

const QUIET_MS = 10 * MINUTE;
const LONG_QUIET_MS = HOUR;
const NUDGE_MS = 24 * HOUR;

/**
 * What the card is about. `held`: friends are asked soon, also after Green. `quiet`, `long quiet`: no friend has answered for ten
 * minutes, an hour. `better`: the mood asks for no support any more. `nudge`: it has for a day. `over`: there is nothing to say.
 */
export type OwnState = 'held' | 'open' | 'quiet' | 'long quiet' | 'better' | 'nudge' | 'expired' | 'over';

/** The state follows from the ask's times. @param now the server's time, in ms */
export function ownState(ask: OwnAsk, mood: Mood | null, now: number): OwnState {
  if (ask.closed) return ask.closed.how === 'expired' ? 'expired' : 'over';
  if (now < ask.opensAt) return 'held';
  if (mood !== null && !asksForSupport(mood)) return 'better';
  if (now - Math.max(ask.calledAt, ask.stillAt ?? 0) >= NUDGE_MS) return 'nudge';
  if (whoComes(ask).length > 0 || ask.report.asked === 0) return 'open';
  const quietFor = quietMs(ask, now);
  if (quietFor >= LONG_QUIET_MS) return 'long quiet';
  return quietFor >= QUIET_MS ? 'quiet' : 'open';
}

/** Since friends were asked, or one of them came or went. */
function quietMs({ answers, textsAt }: OwnAsk, now: number): number {
  return now - Math.max(textsAt, ...answers.map(({ answeredAt, handedOverAt }) => handedOverAt ?? answeredAt));
}

/** One of two who are wanted comes, and others have not answered yet. */
export function isOneMissing(ask: OwnAsk): boolean {
  const coming = whoComes(ask).length;
  return coming > 0 && coming < ask.helpersWanted && ask.answers.length < ask.report.asked;
}

/** Whether it is time to ask once more. @param now the server's time, in ms */
export function hasNoAnswer(ask: OwnAsk, state: OwnState, now: number): boolean {
  return isQuiet(state) || (state === 'open' && isOneMissing(ask) && quietMs(ask, now) >= QUIET_MS);
}

export function areTextsHeld({ closed, textsAt }: OwnAsk, now: number): boolean {
  return closed === null && now < textsAt;
}

/** The answers of friends who have not had to go, the newest first. */
export function whoComes({ answers }: Pick<OwnAsk, 'answers'>): OwnAsk['answers'] {
  return answers
    .filter(({ handedOverAt }) => handedOverAt === null)
    .toSorted((one, other) => other.answeredAt - one.answeredAt);
}

/** Whether the only friend who was asked had to go: nobody else is asked. */
export function isLeftAlone(ask: OwnAsk): boolean {
  return ask.report.asked === 1 && ask.answers.length > 0 && whoComes(ask).length === 0;
}

export function isQuiet(state: OwnState): boolean {
  return state === 'quiet' || state === 'long quiet';
}
