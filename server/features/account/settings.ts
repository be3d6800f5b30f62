import type pg from 'pg';
import type { ChangeSettings, Settings } from '#contract/account.ts';
import type { QuietHours } from '#contract/consent.ts';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { ownFriends } from '#server/features/asks/index.ts';
import { endInvite } from '#server/features/invites/index.ts';
import { describePhone } from '#server/features/texts/index.ts';

const ASKS_THESE = `
  chosen_friends(id, asks_these) as "asksThese", asks_these is not null and chosen_friends(id, asks_these) is null as "chosenAreGone"`;
const SETTINGS = `
  found_by_name as "foundByName", found_by_phone as "foundByPhone", first_steps as "firstSteps",
  case when not chat_texts then 'none' when chat_texts_once then 'once' else 'every' end as "messageTexts",
  support_texts as "supportTexts", shows_phone as "showsPhone", shows_email as "showsEmail", shows_seen as "showsSeen",
  shows_typing as "showsTyping", shows_read as "showsRead",
  asks_first as "asksFirst", quiet_from as "quietFrom", quiet_to as "quietTo", quiet_zone as "quietZone",
  quiet_dark_passes as "darkPasses", hold_seconds as "holdSeconds", ${ASKS_THESE}, again_itself as "againItself",
  phonenumber as typed, phone_key as "phoneKey", phone_restriction is not null as "isRestricted"`;

interface Row extends Omit<Settings, 'phoneRefused' | 'textsStopped' | 'startNumber' | 'quietHours'> {
  typed: string;
  phoneKey: string | null;
  isRestricted: boolean;
  /** Minutes of the day. */
  quietFrom: number | null;
  quietTo: number | null;
  quietZone: string | null;
  darkPasses: boolean;
}

/** A person's own settings. */
export async function getSettings({ pool }: Pick<Context, 'pool'>, uid: string): Promise<Settings> {
  const { rows } = await pool.query<Row>({
    name: 'settings',
    text: `select ${SETTINGS} from users where id = $1`,
    values: [uid],
  });
  return settingsView(pool, rows[0]);
}

/** $9: whether the quiet hours change. What was read while read marks were hidden stays hidden: see mark-read.ts. */
const CHANGE = `
  update users
  set found_by_name = coalesce($2, found_by_name), found_by_phone = coalesce($3, found_by_phone),
    first_steps = coalesce($4, first_steps), chat_texts = coalesce($5 <> 'none', chat_texts),
    chat_texts_once = coalesce($5 = 'once', chat_texts_once), support_texts = coalesce($6, support_texts),
    shows_phone = coalesce($7, shows_phone), shows_email = coalesce($8, shows_email),
    quiet_from = case when $9 then $10 else quiet_from end, quiet_to = case when $9 then $11 else quiet_to end,
    quiet_zone = case when $9 then $12 else quiet_zone end,
    quiet_dark_passes = case when $9 then coalesce($13, true) else quiet_dark_passes end,
    shows_seen = coalesce($14, shows_seen), asks_first = coalesce($15, asks_first),
    hold_seconds = case when $16 then $17 else hold_seconds end,
    asks_these = case when $18 then $19 else asks_these end, again_itself = coalesce($20, again_itself),
    shows_typing = coalesce($21, shows_typing), shows_read = coalesce($22, shows_read)
  where id = $1 returning ${SETTINGS}`;

const ASKED_NOBODY_FIRST = 'select from users where id = $1 and not asks_first for no key update';

/**
 * Changes the given settings and leaves the others. The trigger `users_search_keys` removes people who opted out from the search
 * index. A link that was given out before the person asks first would let people in without a question, so it ends.
 * @returns all settings, as they are now
 */
export async function changeSettings({ pool }: Context, uid: string, change: ChangeSettings): Promise<Settings> {
  const { quietHours, holdSeconds, asksThese } = change;
  const friends = asksThese ? await ownFriends(pool, uid, asksThese, 'Choose at least one friend.') : null;
  const values = [
    ...[uid, change.foundByName, change.foundByPhone, change.firstSteps, change.messageTexts, change.supportTexts],
    ...[change.showsPhone, change.showsEmail, quietHours !== undefined],
    ...(quietHours ? [minutesOf(quietHours.from), minutesOf(quietHours.to)] : [null, null]),
    ...[quietHours?.zone, quietHours?.darkPasses, change.showsSeen, change.asksFirst],
    ...[holdSeconds !== undefined, holdSeconds, asksThese !== undefined, friends, change.againItself],
    ...[change.showsTyping, change.showsRead],
  ];
  const row = await inTransaction(pool, async (db) => {
    const endsLink = change.asksFirst && (await db.query(ASKED_NOBODY_FIRST, [uid])).rowCount;
    const { rows } = await db.query<Row>(CHANGE, values);
    if (endsLink) await endInvite(db, uid);
    return rows[0];
  });
  return settingsView(pool, row);
}

/** @throws {ProductError} not_signed_in, when the account has just been deleted */
async function settingsView(pool: pg.Pool, row: Row | undefined): Promise<Settings> {
  if (!row) throw new ProductError('not_signed_in');
  const { typed, phoneKey, isRestricted, quietFrom, quietTo, quietZone, darkPasses, ...settings } = row;
  const quietHours: QuietHours | null =
    quietFrom === null || quietTo === null || quietZone === null
      ? null
      : { from: timeOfDay(quietFrom), to: timeOfDay(quietTo), zone: quietZone, darkPasses };
  return { ...settings, quietHours, ...(await describePhone(pool, { typed, phoneKey, isRestricted })) };
}

/** @param time as 22:30 */
function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function timeOfDay(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
