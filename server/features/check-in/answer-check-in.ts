import type pg from 'pg';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { isTextable, STATE, stateAt } from '#server/features/texts/index.ts';

/** The friends who were told get a text and a push, if theirs has left or is shown by then (look-at-texts.ts, look-at-pushes.ts). */
const ANSWER = `
  with before as materialized (
    select c.uid, is_missed(c) as was_missed, c.missed_at from check_ins c
    where uid = $1 and (ends_at is not null or is_missed(c))
  ), answered as (
    update check_ins c set ends_at = null, due_at = next_check_in(c, now()),
      answered_at = case when was_missed then greatest(clock_timestamp(), c.missed_at + interval '1 millisecond') else c.answered_at end
    from before where c.uid = before.uid
  ), told as (
    select f.friend from before join check_in_friends f on f.uid = before.uid and f.told_at = before.missed_at
    where before.was_missed
  ), texted as (
    insert into texts (kind, cause, cause_id, author, recipient, ${STATE})
    select 'general', 'checked-in', before.uid, before.uid, u.id, ${stateAt('$2')}
    from before, told join users u on u.id = told.friend
    where ${isTextable('u', '$3')} and exists (
      select from texts t where t.cause_id = before.uid and t.cause = 'missed' and t.recipient = u.id
        and t.created_at >= before.missed_at and t.status in ('queued', 'sending', 'sent')
    )
    for key share of u
  ), caused as (
    insert into causes (priority, cause, ids)
    select 1, cause, array[uid] from before, unnest(array['check-in', 'missed']) cause where was_missed or cause = 'check-in'
  )
  select (select array_agg(friend) from told) as friends from before`;

/** @returns the friends who were told of a missed one; undefined when there was nothing to answer */
export async function answerCheckIn(
  { outbox }: Pick<Context, 'outbox'>,
  db: pg.ClientBase,
  uid: string,
): Promise<string[] | undefined> {
  // By itself: what the step did that this waits for is seen.
  await db.query('select from check_ins where uid = $1 for no key update', [uid]);
  const { status, needsProof } = outbox.newTexts('general');
  const { rows } = await db.query<{ friends: string[] | null }>({
    ...{ name: 'answer-check-in', text: ANSWER, values: [uid, status, needsProof] },
  });
  return rows[0] && (rows[0].friends ?? []);
}

/** 'I am here': ends the round that runs, or tells those who were told. Otherwise it changes nothing. */
export async function checkIn(context: Context, uid: string): Promise<void> {
  const friends = await inTransaction(context.pool, (db) => answerCheckIn(context, db, uid));
  if (friends) publishCheckIn(context, uid, friends);
}

/** Browsers fetch what has changed; texts and pushes leave. */
export function publishCheckIn(
  { causes, live, outbox }: Pick<Context, 'causes' | 'live' | 'outbox'>,
  uid: string,
  friends: readonly string[],
): void {
  live.publish([uid, ...friends], { type: 'check-ins' });
  causes.wake();
  outbox.wake();
}
