import type pg from 'pg';
import type { ChangeSettings, Settings } from '#contract/account.ts';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { ownFriends } from '#server/features/asks/index.ts';
import { describePhone } from '#server/features/texts/index.ts';

const ASKS_THESE = `(
  select array_agg(c.other order by c.other) from connections c where c.owner = users.id and c.other = any(asks_these)
) as "asksThese"`;
const SETTINGS = `hold_seconds as "holdSeconds", ${ASKS_THESE}, again_itself as "againItself",
  found_by_name as "foundByName", found_by_phone as "foundByPhone", chat_texts as "chatTexts", first_steps as "firstSteps", phonenumber as typed, text_number as "textNumber"`;

interface Row extends Omit<Settings, 'phoneRefused' | 'textsStopped' | 'startNumber'> {
  typed: string;
  textNumber: string | null;
}

/** A person's own settings. */
export async function getSettings({ pool, config }: Pick<Context, 'pool' | 'config'>, uid: string): Promise<Settings> {
  const { rows } = await pool.query<Row>(`select ${SETTINGS} from users where id = $1`, [uid]);
  return settingsView(pool, rows[0], config);
}

/**
 * Changes the given settings and leaves the others. A trigger removes people who opted out from the search index
 * (0008-account.ts).
 * @returns all settings, as they are now
 */
export async function changeSettings(
  { pool, config }: Context,
  uid: string,
  change: ChangeSettings,
): Promise<Settings> {
  const { holdSeconds, asksThese } = change;
  const friends = asksThese ? await ownFriends(pool, uid, asksThese, 'Choose at least one friend.') : null;
  const { rows } = await pool.query<Row>(
    `update users
     set found_by_name = coalesce($2, found_by_name), found_by_phone = coalesce($3, found_by_phone),
         chat_texts = coalesce($4, chat_texts), first_steps = coalesce($5, first_steps),
         hold_seconds = case when $6 then $7 else hold_seconds end,
         asks_these = case when $8 then $9 else asks_these end, again_itself = coalesce($10, again_itself)
     where id = $1 returning ${SETTINGS}`,
    [
      ...[uid, change.foundByName, change.foundByPhone, change.chatTexts, change.firstSteps],
      ...[holdSeconds !== undefined, holdSeconds, asksThese !== undefined, friends, change.againItself],
    ],
  );
  return settingsView(pool, rows[0], config);
}

/** @throws {ProductError} not_signed_in, when the account has just been deleted */
async function settingsView(
  pool: pg.Pool,
  row: Row | undefined,
  { defaultCountry }: Context['config'],
): Promise<Settings> {
  if (!row) throw new ProductError('not_signed_in');
  const { typed, textNumber, ...settings } = row;
  return { ...settings, ...(await describePhone(pool, { typed, textNumber }, defaultCountry)) };
}
