import type pg from 'pg';
import { minutesOf, timeOfDay } from '#contract/account/time-of-day.ts';
import type { ChangeSettings, Settings } from '#contract/account.ts';
import type { QuietHours } from '#contract/consent.ts';
import { ProductError } from '#contract/errors.ts';
import { isBlank } from '#contract/is-blank.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { ownFriends } from '#server/features/asks/index.ts';
import { endInvite } from '#server/features/invites/index.ts';
import { findTextStop } from '#server/features/texts/index.ts';

/** As stored in `users`, with minutes of the day. */
interface Stored
  extends Pick<Settings, 'foundInSearch' | 'asksFirst' | 'texts' | 'showsPhone' | 'showsRead' | 'language'> {
  asksThese: string[] | null;
  firstSteps: boolean;
  quietFrom: number | null;
  quietTo: number | null;
  quietZone: string | null;
}

const COLUMNS: Record<keyof Stored, string> = {
  foundInSearch: 'found_in_search',
  asksFirst: 'asks_first',
  texts: 'texts_about',
  quietFrom: 'quiet_from',
  quietTo: 'quiet_to',
  quietZone: 'quiet_zone',
  showsPhone: 'shows_phone',
  showsRead: 'shows_read',
  asksThese: 'asks_these',
  language: 'language',
  firstSteps: 'first_steps',
};

const SETTINGS = `
  ${Object.entries(COLUMNS).map(([name, column]) => `${column} as "${name}"`)}, chosen_friends(id, asks_these) as friends,
  phonenumber as typed, phone_key as "phoneKey", phone_restriction is not null as "isRestricted",
  phone_proven_at is not null as "isProven"`;

interface Row extends Stored {
  /** The friends among `asksThese`; null for none. */
  friends: string[] | null;
  typed: string;
  phoneKey: string | null;
  isRestricted: boolean;
  isProven: boolean;
}

export async function getSettings({ pool }: Pick<Context, 'pool'>, uid: string): Promise<Settings> {
  const { rows } = await pool.query<Row>({
    name: 'settings',
    text: `select ${SETTINGS} from users where id = $1`,
    values: [uid],
  });
  return settingsView(pool, rows[0]);
}

const ASKED_NOBODY_FIRST = 'select from users where id = $1 and not asks_first for no key update';

/** Changes settings. Asking first ends the link that was given out, which would let people in. @returns all settings */
export async function changeSettings(context: Context, uid: string, change: ChangeSettings): Promise<Settings> {
  const { pool } = context;
  const { quietHours, asksThese, ...others } = change;
  const changed: Partial<Stored> = {
    ...others,
    ...(quietHours !== undefined && storedHours(quietHours)),
    ...(asksThese !== undefined && {
      asksThese: asksThese && (await ownFriends(pool, uid, asksThese, (t) => t.chooseAtLeastOne)),
    }),
  };
  const names = Object.keys(changed) as (keyof Stored)[];
  if (names.length === 0) return getSettings(context, uid);
  const row = await inTransaction(pool, async (db) => {
    const endsLink = change.asksFirst && (await db.query(ASKED_NOBODY_FIRST, [uid])).rowCount;
    const { rows } = await db.query<Row>(
      `update users set ${names.map((name, at) => `${COLUMNS[name]} = $${at + 2}`)} where id = $1 returning ${SETTINGS}`,
      [uid, ...names.map((name) => changed[name])],
    );
    if (endsLink) await endInvite(db, uid);
    return rows[0];
  });
  return settingsView(pool, row);
}

/** @throws {ProductError} not_signed_in, when the account has just been deleted */
async function settingsView(pool: pg.Pool, row: Row | undefined): Promise<Settings> {
  if (!row) throw new ProductError('not_signed_in');
  const { quietFrom, quietTo, quietZone, asksThese, friends, typed, phoneKey, isRestricted, isProven, ...settings } =
    row;
  const phoneRefused = phoneKey === null ? !isBlank(typed) : isRestricted;
  // Others with the number must not learn of a STOP.
  const stop = phoneKey === null || phoneRefused || !isProven ? undefined : await findTextStop(pool, phoneKey);
  return {
    ...settings,
    quietHours:
      quietFrom === null || quietTo === null || quietZone === null
        ? null
        : { from: timeOfDay(quietFrom), to: timeOfDay(quietTo), zone: quietZone },
    asksThese: friends,
    chosenAreGone: asksThese !== null && friends === null,
    phoneRefused,
    textsStopped: stop !== undefined,
    startNumber: stop?.to ?? null,
  };
}

function storedHours(hours: QuietHours | null): Pick<Stored, 'quietFrom' | 'quietTo' | 'quietZone'> {
  if (!hours) return { quietFrom: null, quietTo: null, quietZone: null };
  return { quietFrom: minutesOf(hours.from), quietTo: minutesOf(hours.to), quietZone: hours.zone };
}
