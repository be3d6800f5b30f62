import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { lockOwnAsk } from './change-ask.ts';
import { publishAsk } from './publish-ask.ts';

type Kind = 'again' | 'slip' | 'closing';

/**
 * Ids of such texts are in the range of the choice's (mood_text_id), so lists, exports and purges find them with it. This digit
 * after the choice's part keeps the kinds apart, and each kind from the first texts, whose numbers are small.
 */
const ID_DIGIT: Record<Kind, string> = { again: '8', slip: '9', closing: 'a' };

/**
 * Stores a text to each friend who was texted about the ask, by the texts of its newest choice that left. $5: only to those
 * who have not answered.
 */
const STORE = `
  insert into texts (id, recipient, author, cause_id, kind, cause, status, last_error, next_attempt_at, settled_at)
  select (left(newest.id::text, 28) || $4 || lpad(to_hex(row_number() over (order by t.recipient)), 7, '0'))::uuid,
    t.recipient, $2, newest.id, 'general', $3, $6, $7,
    case when $6 = 'queued' then now() end, case when $6 <> 'queued' then now() end
  from (select id from mood_choices where ask = $1 and uid = $2 order by chosen_at desc, id desc limit 1) newest
  cross join lateral (
    select distinct t.recipient from mood_choices m
    join texts t on t.id between mood_text_id(m.id, '0') and mood_text_id(m.id, 'f')
    where m.ask = $1 and m.uid = $2 and t.cause = 'mood' and t.status in ('sent', 'queued', 'sending', 'recorded')
  ) t
  where not $5 or not exists (select from ask_answers n where n.ask = $1 and n.friend = t.recipient and n.answer is not null)
  on conflict (id) do nothing`;

/** @returns how many texts there are */
export async function textFriends(
  { outbox }: Pick<Context, 'outbox'>,
  db: pg.ClientBase,
  { ask, uid, kind }: { ask: string; uid: string; kind: Kind },
): Promise<number> {
  const { status, note } = outbox.statusFor('general');
  const { rowCount } = await db.query(STORE, [ask, uid, kind, ID_DIGIT[kind], kind === 'again', status, note]);
  return rowCount ?? 0;
}

/**
 * Asks those once more who were texted and have not answered. Once for an ask.
 * @throws {ProductError} not_found; ask_closed; too_late while it is held, and the second time
 */
export async function askAgain(context: Context, uid: string, ask: string): Promise<void> {
  await inTransaction(context.pool, async (db) => {
    const { isHeld, isClosed } = await lockOwnAsk(db, uid, ask);
    if (isClosed) throw new ProductError('ask_closed');
    const { rowCount } = await db.query(
      'update asks set again_at = now(), version = version + 1 where id = $1 and again_at is null and not $2',
      [ask, isHeld],
    );
    if (!rowCount) throw new ProductError('too_late', 'You have asked once more already.');
    await textFriends(context, db, { ask, uid, kind: 'again' });
    await db.query(
      `insert into push_causes (priority, cause, choice)
       select 0, 'again', id from mood_choices
       where ask = $1 and uid = $2 and undone_at is null and exists (select from push_devices)
       order by chosen_at desc, id desc limit 1`,
      [ask, uid],
    );
  });
  context.outbox.wake();
  context.push.wake();
  publishAsk(context, ask);
}

/** After an undo: tells those whose texts had left that it was a slip. @throws {ProductError} not_found */
export async function tellSlip(context: Context, uid: string, ask: string): Promise<void> {
  await inTransaction(context.pool, async (db) => {
    await lockOwnAsk(db, uid, ask);
    const { rows } = await db.query<{ isUndone: boolean }>(
      `select exists (select from mood_choices where ask = $1 and uid = $2 and undone_at > now() - interval '1 hour') as "isUndone"`,
      [ask, uid],
    );
    if (!rows[0]!.isUndone) throw new ProductError('not_found');
    await textFriends(context, db, { ask, uid, kind: 'slip' });
  });
  context.outbox.wake();
}
