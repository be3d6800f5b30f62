import type { CloseAsk } from '#contract/asks.ts';
import type { Context } from '#server/context.ts';
import { closeAnswerPushes } from '#server/features/push/index.ts';
import { publishAsk } from '../publish-ask.ts';
import { changeOpenAsk } from './lock-own-ask.ts';
import { textFriends } from './text-friends.ts';

/**
 * Closes the ask of a person who is better. Texts in the hold are still sent: a person who takes the phone away must not stop them.
 * @throws {ProductError} not_found; ask_closed; too_many
 */
export async function closeAsk(
  context: Context,
  uid: string,
  ask: string,
  { tell, thank, byText }: CloseAsk,
): Promise<void> {
  await changeOpenAsk(context, uid, ask, async (db) => {
    await db.query(
      `update asks a set closed_at = now(), closed_how = 'ok', help = null, note = null, version = version + 1,
         thanks = case when $2 then array(
           select friend from ask_recipients
           where ask = $1 and withdrawn_at is null and answer in ('yes', 'later') and friend = any($3::uuid[])
         ) end
       where id = $1`,
      [ask, tell, thank],
    );
    if (tell && byText) await textFriends(context, db, { ask, uid, kind: 'closing' });
    await closeAnswerPushes(db, ask);
  });
  context.push.wake();
  if (tell && byText) context.outbox.wake();
  publishAsk(context, ask);
}

/** Keeps the ask open for three more days, and tells nobody. @throws {ProductError} not_found; ask_closed; too_many */
export async function stillSo(context: Context, uid: string, ask: string): Promise<void> {
  await changeOpenAsk(context, uid, ask, (db) =>
    db.query('update asks set still_at = now(), version = version + 1 where id = $1', [ask]),
  );
  publishAsk(context, ask, 'person');
}
