import type pg from 'pg';

/** A friend who changes an answer again and again notifies the person no more often than this. */
const ONCE_IN = `interval '10 minutes'`;

/**
 * The devices of the person that show answers get a notification about a 'yes' or a 'later'. $1 the ask, $2 the friend. A 'no'
 * makes none.
 */
const TELL = `
  with told as (
    update ask_answers n set told_at = now() from asks a
    where n.ask = $1 and n.friend = $2 and n.answer in ('yes', 'later') and a.id = n.ask
      and (n.told_at is null or n.told_at < now() - ${ONCE_IN})
      and exists (select from push_devices d where d.uid = a.uid and d.answers)
    returning a.id
  )
  insert into push_causes (priority, cause, ids) select 1, 'answer', array[id] from told`;

/** The friend's own devices need no notification of the call any more. Locks rows in the order of make-pushes.ts. */
const ANSWERED = `
  with stale as (
    select p.session_id, p.author from asks a join push_devices d on d.uid = $2
    join pushes p on p.session_id = d.session_id and p.author = a.uid and p.cause = 'mood'
    where a.id = $1 order by p.session_id for update of p
  )
  update pushes p set version = p.version + 1, due_at = coalesce(p.due_at, now())
  from stale where p.session_id = stale.session_id and p.author = stale.author and p.cause = 'mood'`;

/** In the transaction of a friend's answer, after it is stored. Wake the push worker after the commit. */
export async function pushAnswer(db: pg.ClientBase, ask: string, friend: string): Promise<void> {
  await db.query({ name: 'push-answer', text: TELL, values: [ask, friend] });
  await db.query({ name: 'push-answered', text: ANSWERED, values: [ask, friend] });
}

/** What the person's devices show of answers is looked at again when there is nothing new to show. */
const LOOK_AGAIN = `
  with stale as (
    select p.session_id, p.author from asks a join push_devices d on d.uid = a.uid
    join pushes p on p.session_id = d.session_id and p.author = a.uid and p.cause = 'answer' and p.reason = a.id
    where a.id = $1 and (a.closed_at is not null or not exists (
      select from ask_answers n
      where n.ask = a.id and n.answer in ('yes', 'later') and n.handed_over_at is null
        and (a.answers_seen_at is null or n.answered_at > a.answers_seen_at)
    ))
    order by p.session_id for update of p
  )
  update pushes p set version = p.version + 1, due_at = coalesce(p.due_at, now())
  from stale where p.session_id = stale.session_id and p.author = stale.author and p.cause = 'answer'`;

/**
 * After there may be no answer left that the person has not seen: closes the notifications of answers. Wake the push worker
 * after the commit.
 * @returns whether there is any to close
 */
export async function closeAnswerPushes(db: pg.ClientBase | pg.Pool, ask: string): Promise<boolean> {
  const { rowCount } = await db.query({ name: 'close-answer-pushes', text: LOOK_AGAIN, values: [ask] });
  return (rowCount ?? 0) > 0;
}
