import { IS_CLOSED } from './ask-of-choice.ts';
import { IS_ASKED, IS_MUTED, OWN_ANSWER } from './friends-asks.ts';

/**
 * The number of open asks that wait for an answer of a person: those that their screens show without one.
 * @param reader the person's uid, an expression of the surrounding statement
 */
export const countWaitingAsks = (reader: string) => `
  (select count(*)::integer from connections c
   join asks a on a.uid = c.owner and a.opens_at <= now() and not ${IS_CLOSED}
   left join ask_answers mine on mine.ask = a.id and mine.friend = c.other
   where c.other = ${reader} and ${IS_ASKED} and not ${IS_MUTED} and ${OWN_ANSWER} is null)`;
