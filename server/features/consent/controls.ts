import type pg from 'pg';
import type { ChangeFriendControls, FriendControls } from '#contract/consent.ts';
import { ProductError } from '#contract/errors.ts';
import type { ChosenMood } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { inMs } from '#server/database/in-ms.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { closeOverdue, publishWithdrawn, type Withdrawn, withdrawFrom } from '#server/features/asks/index.ts';
import { lockPair, SHOWN_CHOSEN_AT, SHOWN_MOOD } from '#server/features/circle/index.ts';

const CONTROLS = `
  select case
    when muted_until = 'infinity' then '"always"'::jsonb
    when muted_until > now() then to_jsonb(${inMs('muted_until')})
  end as "mutedUntil", hides_mood as "hidesMood" from connections where owner = $1 and other = $2`;

/** What a person has set about a friend. @throws {ProductError} not_found for people who are no friends */
export async function getControls(
  db: Pick<pg.ClientBase, 'query'>,
  uid: string,
  friend: string,
): Promise<FriendControls> {
  const { rows } = await db.query<FriendControls>(CONTROLS, [uid, friend]);
  if (!rows[0]) throw new ProductError('not_found');
  return rows[0];
}

const MUTE = `
  update connections set muted_until = case $3
    when '8 hours' then now() + interval '8 hours' when '1 week' then now() + interval '7 days'
    when 'always' then 'infinity' end
  where owner = $1 and other = $2`;

/** The friend cannot tell it from another choice. @throws {ProductError} not_found for people who are no friends */
export async function changeControls(
  context: Context,
  uid: string,
  friend: string,
  { mute, hidesMood }: ChangeFriendControls,
): Promise<FriendControls> {
  const { pool, live } = context;
  const changed = await inTransaction(pool, async (db) => {
    await lockPair(db, uid, friend);
    const hidden = hidesMood === undefined ? undefined : await hideMood(db, uid, friend, hidesMood);
    if (mute !== undefined) await db.query(MUTE, [uid, friend, mute]);
    return { hidden, controls: await getControls(db, uid, friend) };
  });
  const { hidden } = changed;
  if (hidden?.shown) live.publish([friend], { type: 'mood', uid, ...hidden.shown });
  if (hidden?.withdrawn) publishWithdrawn(context, friend, hidden.withdrawn);
  return changed.controls;
}

const SHOWN = `
  select c.mood_hidden_since is not null as "isHidden", ${SHOWN_MOOD} as mood, ${SHOWN_CHOSEN_AT} as "chosenAt",
    date_trunc('milliseconds', greatest(clock_timestamp(), ${SHOWN_CHOSEN_AT} + interval '1 millisecond')) as later
  from connections c join users u on u.id = c.other where c.owner = $2 and c.other = $1`;

/** The times that the friend sees never go back. */
const HIDE = `
  update connections c set
    mood_hidden_since = case when $3 then case when u.mood in ('Purple', 'Dark') then $5::timestamptz else $4::timestamptz end end,
    mood_shown_since = case
      when $3 then c.mood_shown_since
      when u.mood in ('Purple', 'Dark') or u.mood_chosen_at > u.calm_chosen_at then $5::timestamptz else $4::timestamptz
    end
  from users u where c.owner = $2 and c.other = $1 and u.id = $1`;

/** Locks the person first, as a choice does. @returns undefined when nothing has changed */
async function hideMood(
  db: pg.ClientBase,
  uid: string,
  friend: string,
  hidesMood: boolean,
): Promise<Hidden | undefined> {
  await db.query('select from users where id = $1 for no key update', [uid]);
  await db.query(
    `select from connections where (owner, other) in (($1, $2), ($2, $1)) order by owner, other for no key update`,
    [uid, friend],
  );
  const before = (await db.query<Shown>(SHOWN, [uid, friend])).rows[0];
  if (!before) throw new ProductError('not_found');
  if (before.isHidden === hidesMood) return;
  const at = before.chosenAt;
  await closeOverdue(db, uid);
  const withdrawn = hidesMood ? await withdrawFrom(db, uid, friend) : undefined;
  await db.query(HIDE, [uid, friend, hidesMood, at, before.later]);
  await db.query('update connections set hides_mood = $3 where owner = $1 and other = $2', [uid, friend, hidesMood]);
  const { mood, chosenAt } = (await db.query<Shown>(SHOWN, [uid, friend])).rows[0]!;
  if (mood === before.mood && chosenAt.getTime() === at.getTime()) return { withdrawn };
  return { withdrawn, shown: { mood, chosenAt: chosenAt.getTime() } };
}

interface Hidden {
  withdrawn: Withdrawn | undefined;
  shown?: ChosenMood;
}

interface Shown extends Pick<ChosenMood, 'mood'> {
  isHidden: boolean;
  chosenAt: Date;
  later: Date;
}
