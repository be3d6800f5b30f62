import type pg from 'pg';
import type { Context } from '#server/context.ts';
import { type FriendFrame, publishAsk, publishToFriends } from './publish-ask.ts';
import { IS_MUTED, IS_ON_IT } from './recipient-conditions.ts';

export interface Withdrawn extends FriendFrame {
  ask: string;
  isMuted: boolean;
  hadPromised: boolean;
}

/** Also one that is in its hold: it may open while this waits, and would ask the friend. */
const LOCK = 'select from asks a where a.uid = $1 and not is_closed(a) for no key update';

const WITHDRAW = `
  with ask as materialized (
    select * from asks a where a.uid = $1 and a.opens_at <= clock_timestamp() and not is_closed(a)
  ), withdrawn as (
    update ask_recipients n set withdrawn_at = clock_timestamp() from ask a
    where n.ask = a.id and n.friend = $2
      and (n.withdrawn_at is null or n.withdrawn_at = (select suspended_at from users where id = $2))
    returning n.*, coalesce(n.answer = 'yes' and n.handed_over_at is null, false) as had_promised, ${IS_MUTED} as is_muted
  ), raised as (
    update asks a set version = a.version + 1 from withdrawn w where a.id = w.ask and w.had_promised
  )
  select w.id, w.ask, a.uid, a.level, w.had_promised as "hadPromised", w.is_muted as "isMuted",
    (select count(*)::int from ask_recipients n where n.ask = a.id and n.answered_at >= w.asked_at and ${IS_ON_IT}) as "onIt"
  from withdrawn w join ask a on a.id = w.ask`;

/** Ends an ask for one friend, until the person's next call; the end of a suspension does not bring it back. Lock the person first. */
export async function withdrawFrom(db: pg.ClientBase, uid: string, friend: string): Promise<Withdrawn | undefined> {
  await db.query(LOCK, [uid]);
  return (await db.query<Withdrawn>({ name: 'withdraw-from', text: WITHDRAW, values: [uid, friend] })).rows[0];
}

/** That friend's browsers hear of it as of a quiet end, and the others count the friend no more. */
export function publishWithdrawn(context: Context, friend: string, ended: Withdrawn): void {
  const { ask, isMuted, hadPromised, ...frame } = ended;
  if (!isMuted) publishToFriends(context, [friend], { ...frame, state: 'closed' });
  if (hadPromised) publishAsk(context, ask);
}
