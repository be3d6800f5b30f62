import type pg from 'pg';

/** Any other 'no' must not touch what the person's devices show: they would learn of it. */
const TAKES_BACK = `$3 = 'no' and exists (select from mine where answer in ('yes', 'later'))`;

/**
 * Parts of the statement that stores a friend's answer (asks/answer-ask.ts), after its parts `mine`, the answer until now,
 * `asked`, the ask with its person, and `answered`. A 'yes' or 'later' that is news ("isNews") notifies the person's devices that
 * want it. The notification about the call goes from the friend's own devices ($2). Locks rows in the order of make-pushes.ts.
 */
export const PUSH_ANSWER = `
  cause as (
    insert into causes (priority, cause, ids) select 1, 'answer', array[asked.id] from asked, answered
    where answered."isNews" and exists (select from push_devices d where d.uid = asked.uid and d.about <> 'none')
  ), changed as materialized (
    select p.session_id, p.author, p.cause from asked join push_devices d on d.uid in ($2, asked.uid)
    join pushes p on p.session_id = d.session_id and p.author = asked.uid
      and (p.cause = 'mood' and d.uid = $2 or p.cause = 'answer' and p.reason = asked.id and ${TAKES_BACK})
    order by p.session_id for update of p
  ), looked_at_again as (${lookAgain('changed')})`;

/** The same for other changes: what the person's devices show of answers to `asked` is looked at again. @param condition in SQL */
export const LOOK_AT_ANSWERS_AGAIN = (condition: string) => `
  changed as materialized (
    select p.session_id, p.author, p.cause from asked join push_devices d on d.uid = asked.uid
    join pushes p on p.session_id = d.session_id and p.author = asked.uid and p.cause = 'answer' and p.reason = asked.id
    where ${condition}
    order by p.session_id for update of p
  ), looked_at_again as (${lookAgain('changed')})`;

function lookAgain(changed: string): string {
  return `
    update pushes p set version = p.version + 1, due_at = coalesce(p.due_at, now()) from ${changed}
    where p.session_id = ${changed}.session_id and p.author = ${changed}.author and p.cause = ${changed}.cause
    returning p.session_id`;
}

const IS_NOTHING_NEW = `
  (asked.closed_at is not null or not exists (
    select from ask_recipients n
    where n.ask = asked.id and n.answer in ('yes', 'later') and n.handed_over_at is null and n.withdrawn_at is null
      and (asked.answers_seen_at is null or n.answered_at > asked.answers_seen_at)
  ))`;

const CLOSE = `
  with asked as (
    select id, uid, closed_at, answers_seen_at from asks where id = $1
  ), ${LOOK_AT_ANSWERS_AGAIN(IS_NOTHING_NEW)}
  select count(*)::integer as count from looked_at_again`;

/**
 * After the ask has ended, or the person has seen the answers: closes their notifications, unless there is a newer answer. Wake
 * the push worker after the commit.
 * @returns whether there is any to close
 */
export async function closeAnswerPushes(db: pg.ClientBase | pg.Pool, ask: string): Promise<boolean> {
  const { rows } = await db.query<{ count: number }>({ name: 'close-answer-pushes', text: CLOSE, values: [ask] });
  return rows[0]!.count > 0;
}
