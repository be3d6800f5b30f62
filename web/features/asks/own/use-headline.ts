import type { OwnAsk } from '#contract/asks.ts';
import { firstName, useConnections } from '#web/features/circle/index.ts';
import { askingWords, dayAndTime } from '../ask-words.ts';
import { type OwnState, whoComes } from './own-state.ts';

/** More names than these would be no headline. */
const MAX_NAMES = 3;

/** What the bar and the card say where nobody is named who comes. @param now the server's time, in ms */
export function useHeadline(ask: OwnAsk, state: OwnState, now: number): string {
  const { data: entries = [] } = useConnections();
  const { asked } = ask.report;
  const names = entries
    .filter(({ uid, hidesMood }) => !hidesMood && (ask.chosen?.includes(uid) ?? true))
    .map(firstName);
  if (state === 'nudge') return `${ask.level} since ${dayAndTime(ask.calledAt, now)}. Still feeling this way?`;
  if (state === 'better') return asked > 0 ? 'Good to hear. Tell the friends you asked?' : 'Good to hear.';
  if (state === 'quiet') return 'No answer yet.';
  // The only friend had to go: nobody else is asked.
  const isLeftAlone = asked === 1 && ask.answers.length > 0 && whoComes(ask).length === 0;
  if (state === 'long quiet' || isLeftAlone) return 'You don’t have to wait alone.';
  if (ask.answers.length > 0) return 'Still asking your friends';
  return askingWords(ask.report, names.length === asked && asked <= MAX_NAMES ? names : null);
}
