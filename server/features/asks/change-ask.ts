import type pg from 'pg';
import type { ChangeAsk } from '#contract/asks.ts';
import { ProductError } from '#contract/errors.ts';
import { LONGEST_HOLD_SECONDS } from '#contract/limits.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { publishAsk } from './publish-ask.ts';

interface Row {
  isHeld: boolean;
  isClosed: boolean;
}

/**
 * Says what would help, or whom to ask. Whom to ask can change only while the ask is held.
 * @throws {ProductError} not_found; ask_closed; too_late for whom to ask
 */
export async function changeAsk(context: Context, uid: string, ask: string, change: ChangeAsk): Promise<void> {
  const { help, note, chosen } = change;
  await inTransaction(context.pool, async (db) => {
    const { isHeld, isClosed } = await lockOwnAsk(db, uid, ask);
    if (isClosed) throw new ProductError('ask_closed');
    if (chosen !== undefined && !isHeld) throw new ProductError('too_late');
    await db.query(
      `update asks set
         help = case when $2 then $3 else help end,
         note = case when $4 then nullif($5, '') else note end,
         chosen = case when $6 then $7::uuid[] else chosen end,
         version = version + 1
       where id = $1`,
      [
        ask,
        help !== undefined,
        help ?? null,
        note !== undefined,
        note ?? null,
        chosen !== undefined,
        await ownFriends(db, uid, chosen),
      ],
    );
  });
  publishAsk(context, ask);
}

/** @throws {ProductError} invalid when none of them is a friend */
async function ownFriends(db: pg.ClientBase, uid: string, chosen: ChangeAsk['chosen']): Promise<string[] | null> {
  if (!chosen) return null;
  const { rows } = await db.query<{ other: string }>(
    'select other from connections where owner = $1 and other = any($2::uuid[]) order by other',
    [uid, chosen],
  );
  if (rows.length === 0) throw new ProductError('invalid', 'Choose at least one friend, or undo.');
  return rows.map(({ other }) => other);
}

/**
 * Gives a held ask time while the person chooses whom to ask: until `seconds` from now, and at most three minutes after its newest choice.
 * @returns when it opens
 * @throws {ProductError} not_found; too_late when it is open
 */
export async function holdAsk(context: Context, uid: string, ask: string, seconds: number): Promise<number> {
  const opensAt = await inTransaction(context.pool, async (db) => {
    const { isHeld } = await lockOwnAsk(db, uid, ask);
    if (!isHeld) throw new ProductError('too_late');
    const { rows } = await db.query<{ opensAt: Date }>(
      `update asks set version = version + 1,
         opens_at = greatest(opens_at, least(now() + $2 * interval '1 second', called_at + $3 * interval '1 second'))
       where id = $1 returning opens_at as "opensAt"`,
      [ask, seconds, LONGEST_HOLD_SECONDS],
    );
    for (const causes of ['text_causes', 'push_causes'])
      await db.query(
        `update ${causes} c set opens_at = greatest(c.opens_at, a.opens_at)
         from mood_choices m join asks a on a.id = m.ask
         where c.priority = 0 and c.choice = m.id and m.uid = $2 and m.ask = $1 and m.undone_at is null`,
        [ask, uid],
      );
    return rows[0]!.opensAt.getTime();
  });
  publishAsk(context, ask);
  return opensAt;
}

/** Locks the person before the ask, as a choice does. @throws {ProductError} not_found */
export async function lockOwnAsk(db: pg.ClientBase, uid: string, ask: string): Promise<Row> {
  await db.query('select from users where id = $1 for no key update', [uid]);
  const { rows } = await db.query<Row>(
    `select opens_at > now() as "isHeld", closed_at is not null as "isClosed" from asks where id = $1 and uid = $2 for update`,
    [ask, uid],
  );
  if (!rows[0]) throw new ProductError('not_found');
  return rows[0];
}
