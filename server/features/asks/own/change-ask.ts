import type pg from 'pg';
import type { ChangeAsk } from '#contract/asks.ts';
import { ProductError } from '#contract/errors.ts';
import { LONGEST_HOLD_SECONDS } from '#contract/sizes.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { LIMITS } from '#server/limits/index.ts';
import { publishAsk } from '../publish-ask.ts';
import { lockOwnOpenAsk, tooLate } from './lock-own-ask.ts';

/** $2: the changed fields as JSON; the others stay. $3: whether $4, the list of those to ask, replaces the old one. */
const CHANGE = `
  update asks set
    help = case when $2::jsonb ? 'help' then $2::jsonb ->> 'help' else help end,
    note = case when $2::jsonb ? 'note' then nullif($2::jsonb ->> 'note', '') else note end,
    chosen = case when $3 then $4::uuid[] else chosen end,
    version = version + 1
  where id = $1`;

/** Says what would help, or whom to ask. @throws {ProductError} not_found; ask_closed; too_many; too_late; invalid */
export async function changeAsk(context: Context, uid: string, ask: string, change: ChangeAsk): Promise<void> {
  const { chosen, ...said } = change;
  await context.limits.consume(LIMITS.changeAnAsk.person, uid);
  await inTransaction(context.pool, async (db) => {
    const { isHeld } = await lockOwnOpenAsk(db, uid, ask);
    if (chosen !== undefined && !isHeld) throw tooLate(context);
    const friends = chosen && (await ownFriends(db, uid, chosen, 'Choose at least one friend, or undo.'));
    await db.query(CHANGE, [ask, said, chosen !== undefined, friends]);
  });
  publishAsk(context, ask);
}

/** Those of them who are friends that see the mood. @throws {ProductError} invalid, with the message, when none is */
export async function ownFriends(
  db: Pick<pg.ClientBase, 'query'>,
  uid: string,
  chosen: readonly string[],
  message: string,
): Promise<string[]> {
  const text = 'select chosen_friends($1, $2::uuid[]) as friends';
  const { rows } = await db.query<{ friends: string[] | null }>(text, [uid, chosen]);
  if (!rows[0]?.friends) throw new ProductError('invalid', message);
  return rows[0].friends;
}

const RELEASED_SECONDS = 5;

/** $3 seconds from now, at most $4 seconds after the first choice. */
const LONGER = {
  ask: `greatest(a.opens_at, least(now() + $3 * interval '1 second', a.asked_at + $4 * interval '1 second'))`,
  cause: 'greatest(c.opens_at, a.opens_at)',
};
/** The installation's time ($4) after the choice, but some seconds ($3) from now. Never later than before. */
const standing = (opensAt: string, chosenAt: string) => `least(${opensAt}, greatest(
  now() + $3 * interval '1 second', ${chosenAt} + $4 * interval '1 second'))`;
const STANDING = { ask: standing('a.opens_at', 'a.asked_at'), cause: standing('c.opens_at', 'm.chosen_at') };

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
  const { config, limits, pool, causes } = context;
  await limits.consume(LIMITS.changeAnAsk.person, uid);
  const isLonger = seconds > 0;
  const opens = isLonger ? LONGER : STANDING;
  const times = isLonger ? [seconds, LONGEST_HOLD_SECONDS] : [RELEASED_SECONDS, config.undoSeconds];
  const waits = await inTransaction(pool, async (db) => {
    const { isHeld } = await lockOwnOpenAsk(db, uid, ask);
    if (!isHeld) throw tooLate(context);
    await db.query(
      `update asks a set version = version + 1, opens_at = ${opens.ask}
       where a.id = $2 and a.uid = $1`,
      [uid, ask, ...times],
    );
    const { rows } = await db.query<{ waitMs: number }>(
      `update causes c set opens_at = ${opens.cause}
       from mood_choices m join asks a on a.id = m.ask
       where c.priority = 0 and c.choice = m.id and m.uid = $1 and m.ask = $2 and m.chosen_at >= a.asked_at
       returning 1000 * extract(epoch from c.opens_at - clock_timestamp())::float8 as "waitMs"`,
      isLonger ? [uid, ask] : [uid, ask, ...times],
    );
    return rows.map(({ waitMs }) => waitMs);
  });
  for (const ms of waits) causes.wakeIn(ms);
  publishAsk(context, ask, 'person');
}
