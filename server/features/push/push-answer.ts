import type pg from 'pg';

/** A part of the statement that stores an answer, after its parts `asked` and `answered`: news notifies the person. */
export const PUSH_ANSWER = `
  cause as (
    insert into causes (priority, cause, ids) select 1, 'answer', array[asked.id] from asked, answered where answered."isNews"
  )`;

/** The person's devices look again at what they show of answers to `asked`. */
export const LOOK_AT_ANSWERS_AGAIN = `look_at_pushes_again(asked.uid, asked.uid, 'answer', asked.id)`;

const CLOSE = `
  select ${LOOK_AT_ANSWERS_AGAIN} as "isDue" from asks asked
  where id = $1 and (closed_at is not null or not exists (
    select from ask_recipients n
    where n.ask = asked.id and n.answer in ('yes', 'later') and n.handed_over_at is null and n.withdrawn_at is null
      and (asked.answers_seen_at is null or n.answered_at > asked.answers_seen_at)
  ))`;

/** After the ask has ended, or its answers were seen. @returns whether the push worker is to be woken */
export async function closeAnswerPushes(db: pg.ClientBase | pg.Pool, ask: string): Promise<boolean> {
  const { rows } = await db.query<{ isDue: boolean }>({ name: 'close-answer-pushes', text: CLOSE, values: [ask] });
  return rows[0]?.isDue ?? false;
}
