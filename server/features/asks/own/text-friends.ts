import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { payerOf } from '#server/features/identity/index.ts';
import { STATE, stateAt } from '#server/features/texts/index.ts';
import { LIMITS } from '#server/limits/index.ts';
import { publishAsk } from '../publish-ask.ts';
import { changeOpenAsk, lockOwnAsk } from './lock-own-ask.ts';
import { IS_SLIP } from './undo-choice.ts';

/**
 * For a slip those texted about the choice that was undone last, otherwise about those that count. Once a choice. 'Again' also
 * causes pushes for friends without an answer (make-pushes.ts).
 */
const STORE = `
  with choices as (
    select m.id, m.chosen_at from mood_choices m join asks a on a.id = m.ask
    where m.uid = $2 and m.ask = $1 and m.chosen_at >= a.asked_at and case when $3 = 'slip'
      then m.id = (select u.id from mood_choices u where u.uid = $2 and u.ask = $1 and u.undone_at is not null
        order by u.undone_at desc, u.chosen_at desc limit 1)
      else m.undone_at is null end
  ), newest as (
    select c.id, payer, last_turn(payer) from choices c join users u on u.id = $2
    cross join lateral (select ${payerOf('u')} as payer offset 0) paid
    order by c.chosen_at desc, c.id desc limit 1
  ), texted as (
    select distinct t.recipient from choices m
    join texts t on t.cause_id = m.id
    where t.cause = 'mood' and (t.status in ('sent', 'sending') or t.status = 'recorded' and $4 = 'recorded')
      and t.delivery is distinct from 'undelivered'
      and not exists (
        select from ask_recipients n where n.ask = $1 and n.friend = t.recipient and n.withdrawn_at >= t.created_at)
  ), cause as (
    insert into causes (priority, cause, choice) select 0, 'again', id from newest where $3 = 'again'
  )
  insert into texts (recipient, phone_key, payer, turn, author, cause_id, kind, cause, ${STATE})
  select u.id, case when $3 = 'again' then u.phone_key end,
    case when $3 = 'again' then payer end, case when $3 = 'again' then last_turn + row_number() over () else 0 end, $2, newest.id, 'general', $3, ${stateAt('$4')}
  from newest, texted t join users u on u.id = t.recipient
  where not exists (select from texts before where before.cause_id = newest.id and before.cause = $3) and ($3 <> 'again' or exists (
    select from users p join ask_recipients n on n.ask = $1 and n.friend = p.id and n.withdrawn_at is null and n.answer is null
    where p.phone_key = u.phone_key
  ))`;

/** Call it with the ask locked, and outbox.wake() after the commit. */
export async function textFriends(
  { outbox }: Pick<Context, 'outbox'>,
  db: pg.ClientBase,
  { ask, uid, kind }: { ask: string; uid: string; kind: 'again' | 'slip' | 'closing' },
): Promise<void> {
  await db.query(STORE, [ask, uid, kind, outbox.newTexts('general').status]);
}

/** Asks those once more who have not answered. @throws {ProductError} not_found; ask_closed; too_many; too_late */
export async function askAgain(context: Context, uid: string, ask: string): Promise<void> {
  await changeOpenAsk(context, uid, ask, async (db, { isHeld }) => {
    if (isHeld) throw new ProductError('too_late', (t) => t.friendsHaveNotBeenAskedYet);
    const { rowCount } = await db.query(
      'update asks set again_at = now(), version = version + 1 where id = $1 and again_at is null',
      [ask],
    );
    if (!rowCount) throw new ProductError('too_late', (t) => t.youHaveAskedOnceMoreAlready);
    await textFriends(context, db, { ask, uid, kind: 'again' });
  });
  context.outbox.wake();
  context.causes.wake();
  publishAsk(context, ask);
}

/** Tells those who were texted before an undo. @throws {ProductError} not_found, also when it is no slip by now; too_many */
export async function tellSlip(context: Context, uid: string, ask: string): Promise<void> {
  await context.limits.consume(LIMITS.undo.person, uid);
  await inTransaction(context.pool, async (db) => {
    await lockOwnAsk(db, uid, ask);
    const { rowCount } = await db.query(
      `select from mood_choices m join asks a on a.id = m.ask where m.uid = $2 and m.ask = $1 and ${IS_SLIP} limit 1`,
      [ask, uid],
    );
    if (!rowCount) throw new ProductError('not_found');
    await textFriends(context, db, { ask, uid, kind: 'slip' });
  });
  context.outbox.wake();
  publishAsk(context, ask, 'person');
}
