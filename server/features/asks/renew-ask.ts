import type pg from 'pg';
import { IS_CLOSED } from './ask-of-choice.ts';
import { IS_ASKED } from './friends-asks.ts';
import { HIDDEN_FROM } from './is-hidden.ts';

const END = `
  update connections c set ask_ended = a.id, ask_ended_at = date_trunc('milliseconds', clock_timestamp())
  from asks a
  where c.owner = $1 and c.other = $2 and a.uid = $1 and a.opens_at <= now() and not ${IS_CLOSED} and ${IS_ASKED}`;

/**
 * Ends a person's open ask for one friend alone, before the mood is hidden from them. In a transaction with the person and
 * the connection locked.
 * @returns whether the friend was asked
 */
export async function endAskFor(db: pg.ClientBase, uid: string, friend: string): Promise<boolean> {
  return (await db.query(END, [uid, friend])).rowCount === 1;
}

/**
 * The ask that has ended for the friend and goes on for others. It is hidden from the friend still. Its end is the one that the
 * friend knows: their link shows it as it was then, also when a further hiding ends the ask that goes on.
 */
const CLOSE = `
  update asks a set closed_at = k.ask_ended_at, closed_how = 'quiet', version = a.version + 1, hidden_from = ${HIDDEN_FROM}
  from connections k
  where k.owner = $1 and k.other = $2 and a.uid = $1 and a.id = k.ask_ended and not ${IS_CLOSED}
  returning a.id`;

const COPY = `
  insert into asks (uid, level, asked_at, called_at, worse_at, opens_at, eased_at, still_at, again_at, chosen, help, note,
    answers_seen_at, told_at)
  select uid, level, asked_at, called_at, worse_at, opens_at, eased_at, still_at, again_at, chosen, help, note,
    answers_seen_at, now()
  from asks where id = $1 returning id`;

/** All but the answers of those for whom it has ended. */
const MOVE_ANSWERS = `
  update ask_answers n set ask = $2 from asks a
  where n.ask = $1 and a.id = $1 and n.friend <> all(a.hidden_from)`;

const MOVE_CHOICES = `
  update mood_choices m set ask = $2 from asks a
  where a.id = $1 and m.uid = a.uid and m.ask = a.id and m.chosen_at >= a.asked_at`;

const FORGET = 'update asks set help = null, note = null where id = $1';

/**
 * Before a mood is shown to a friend again: an ask that has ended for them goes on under another id for everybody. To the friend it is
 * then a new ask, and the old one stays closed. The others keep their answers, and links in their texts lead to it. In a
 * transaction with the person locked.
 * @returns the ids of the closed ask and of the one that goes on; none when no such ask is open
 */
export async function renewAsk(db: pg.ClientBase, uid: string, friend: string): Promise<string[]> {
  const former = (await db.query<{ id: string }>(CLOSE, [uid, friend])).rows[0]?.id;
  if (!former) return [];
  const renewed = (await db.query<{ id: string }>(COPY, [former])).rows[0]!.id;
  await db.query(MOVE_ANSWERS, [former, renewed]);
  await db.query(MOVE_CHOICES, [former, renewed]);
  await db.query(FORGET, [former]);
  return [former, renewed];
}
