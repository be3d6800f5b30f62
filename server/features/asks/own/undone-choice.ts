import type pg from 'pg';
import type { UndoneChoice } from '#contract/asks.ts';
import { IS_WITHHELD } from '#server/features/texts/index.ts';

/** How long after an undo friends can be told that it was a slip. */
export const SLIP_TIME = `interval '1 hour'`;

/** Conditions: a text `t` about a choice, unless it was withheld; such a text that has left, or is being sent. */
export const IS_TEXT_OF_CALL = `t.cause = 'mood' and not ${IS_WITHHELD}`;
export const HAS_LEFT = `t.cause = 'mood' and t.status in ('sent', 'sending')`;

/**
 * As `tellSlip` finds it: the choice of an ask that was undone last, if texts about it had left and no text about the slip is
 * stored. Another call since then is no slip.
 */
const UNDONE = `
  select m.ask, m.mood as level, trunc(1000 * extract(epoch from m.chosen_at))::float8 as "calledAt", t.asked, t."left", (
    select s.mood from mood_choices s where s.uid = m.uid and s.ask = m.ask and s.chosen_at >= a.asked_at
      and s.undone_at is null order by s.chosen_at desc, s.id desc limit 1
  ) as stands
  from mood_choices m join asks a on a.id = m.ask
  cross join lateral (
    select count(*) filter (where ${IS_TEXT_OF_CALL})::int as asked, count(*) filter (where ${HAS_LEFT})::int as "left",
      bool_or(t.cause = 'slip') as "isTold"
    from texts t where t.cause_id = m.id
  ) t
  where m.uid = $1 and m.undone_at > now() - ${SLIP_TIME} and t."left" > 0 and not t."isTold"
    and not exists (
      select from mood_choices n where n.uid = $1 and n.chosen_at > m.chosen_at and (
        n.ask = m.ask and n.undone_at > m.undone_at or n.undone_at is null and n.mood in ('Purple', 'Dark')))
  order by m.undone_at desc, m.chosen_at desc limit 1`;

/** The undone choice of which friends can be told that it was a slip; null when there is none. */
export async function getUndoneChoice(pool: pg.Pool, uid: string): Promise<UndoneChoice | null> {
  return (await pool.query<UndoneChoice>({ name: 'undone-choice', text: UNDONE, values: [uid] })).rows[0] ?? null;
}
