import type pg from 'pg';
import type { ChangeAsk } from '#contract/asks.ts';
import { ProductError, type Say } from '#contract/errors.ts';
import { LONGEST_HOLD_SECONDS } from '#contract/sizes.ts';
import type { Context } from '#server/context.ts';
import { publishAsk } from '../publish-ask.ts';
import { changeOpenAsk, tooLate } from './lock-own-ask.ts';

/** $2: the changed fields as JSON; the others stay. $3: whether $4, the list of those to ask, replaces the old one. */
const CHANGE = `
  update asks set
    help = case when $2::jsonb ? 'help' then $2::jsonb ->> 'help' else help end,
    note = case when $2::jsonb ? 'note' then nullif($2::jsonb ->> 'note', '') else note end,
    chosen = case when $3 then $4::uuid[] else chosen end,
    helpers_wanted = coalesce(($2::jsonb ->> 'helpersWanted')::smallint, helpers_wanted),
    version = version + 1
  where id = $1`;

/** Says what would help, how many shall come, or whom to ask. @throws {ProductError} not_found; ask_closed; too_many; too_late; invalid */
export async function changeAsk(context: Context, uid: string, ask: string, change: ChangeAsk): Promise<void> {
  const { chosen, ...said } = change;
  await changeOpenAsk(context, uid, ask, async (db, { isHeld }) => {
    if (chosen !== undefined && !isHeld) throw tooLate(context);
    const friends = chosen && (await ownFriends(db, uid, chosen, (t) => t.chooseAFriendOrUndo));
    await db.query(CHANGE, [ask, said, chosen !== undefined, friends]);
  });
  publishAsk(context, ask);
}

/** Those of them who are friends that see the mood. @throws {ProductError} invalid, with these words, when none is */
export async function ownFriends(
  db: Pick<pg.ClientBase, 'query'>,
  uid: string,
  chosen: readonly string[],
  say: Say,
): Promise<string[]> {
  const text = 'select chosen_friends($1, $2::uuid[]) as friends';
  const { rows } = await db.query<{ friends: string[] | null }>(text, [uid, chosen]);
  if (!rows[0]?.friends) throw new ProductError('invalid', say);
  return rows[0].friends;
}

const RELEASED_SECONDS = 5;

/**
 * Opens it $4 seconds from now, at most $5 seconds after the first choice, and never earlier than before. Without $3 at the
 * installation's time ($5) after the choice, at least $4 seconds from now, and never later than before.
 */
const HOLD = `
  with held as (
    update asks set version = version + 1, opens_at = case
      when $3 then greatest(opens_at, least(now() + $4 * interval '1 second', asked_at + $5 * interval '1 second'))
      else least(opens_at, greatest(now() + $4 * interval '1 second', asked_at + $5 * interval '1 second'))
    end
    where id = $2 and uid = $1 returning id, asked_at, opens_at
  )
  update causes c set opens_at = case
    when $3 then greatest(c.opens_at, held.opens_at)
    else least(c.opens_at, greatest(now() + $4 * interval '1 second', m.chosen_at + $5 * interval '1 second'))
  end
  from held join mood_choices m on m.ask = held.id and m.uid = $1 and m.chosen_at >= held.asked_at
  where c.priority = 0 and c.choice = m.id
  returning 1000 * extract(epoch from c.opens_at - clock_timestamp())::float8 as "waitMs"`;

/**
 * Gives a held ask time while the person chooses whom to ask, at most three minutes. 0 gives the time back.
 * @throws {ProductError} not_found; ask_closed; too_many; too_late when it is open
 */
export async function holdAsk(
  context: Context,
  uid: string,
  ask: string,
  { seconds }: { seconds: number },
): Promise<void> {
  const { config, causes } = context;
  const isLonger = seconds > 0;
  const times = isLonger ? [seconds, LONGEST_HOLD_SECONDS] : [RELEASED_SECONDS, config.undoSeconds];
  const waits = await changeOpenAsk(context, uid, ask, async (db, { isHeld }) => {
    if (!isHeld) throw tooLate(context);
    const { rows } = await db.query<{ waitMs: number }>(HOLD, [uid, ask, isLonger, ...times]);
    return rows.map(({ waitMs }) => waitMs);
  });
  for (const ms of waits) causes.wakeIn(ms);
  publishAsk(context, ask, 'person');
}
