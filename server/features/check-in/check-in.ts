import type pg from 'pg';
import type { ChangeCheckIn, CheckIn, CheckIns, FriendCheckIn } from '#contract/account/check-in.ts';
import { minutesBetween, minutesOf, timeAfter, timeOfDay } from '#contract/account/time-of-day.ts';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { inMs } from '#server/database/in-ms.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { isDataError } from '#server/database/sql-state.ts';
import type { Sweep } from '#server/database/sweep/sweep-table.ts';
import { lockFriends } from '#server/features/circle/index.ts';
import { hasStopped, isTextable } from '#server/features/texts/index.ts';
import { answerCheckIn, publishCheckIn } from './answer-check-in.ts';

interface Times {
  days: number;
  from: number;
  minutes: number;
}

interface FriendRow extends Omit<FriendCheckIn, 'times'>, Pick<CheckIn, 'zone' | 'awayUntil'>, Times {}

interface OwnRow
  extends Pick<CheckIn, 'zone' | 'countsUse' | 'awayUntil' | 'asksAt' | 'endsAt' | 'missedAt' | 'answeredAt'>,
    Times {
  friends: string[];
  agreed: string[];
}

const friendsWho = (have: string) =>
  `array(select friend from check_in_friends f where f.uid = c.uid and ${have} order by friend)`;

/** A suspended friend is not told, so looks like one who has not answered. */
const IS_ACTIVE = 'exists (select from users u where u.id = f.friend and u.suspended_at is null)';

const OWN = `
  select c.days, c.asks_at as from, c.minutes, c.zone, c.counts_use as "countsUse", c.away_until::text as "awayUntil",
    case when c.ends_at is null then ${inMs('c.due_at')} end as "asksAt", ${inMs('c.ends_at')} as "endsAt",
    case when is_missed(c) then ${inMs('c.missed_at')} end as "missedAt",
    case when c.answered_at > greatest(c.missed_at, now() - interval '1 hour') then ${inMs('c.answered_at')} end as "answeredAt",
    ${friendsWho('true')} as friends, ${friendsWho(`f.agreed_at is not null and ${IS_ACTIVE}`)} as agreed
  from check_ins c where c.uid = $1 and c.days > 0`;

/** Friends who were told see the answer for a day. A friend who has muted the person sees no request. */
const FRIENDS = `
  select u.id as uid, u.firstname, u.lastname, u.initials, c.days, c.asks_at as from, c.minutes, c.zone,
    case when f.agreed_at is not null then c.away_until::text end as "awayUntil",
    case when f.agreed_at is not null then true when f.declined_at is not null then false end as "hasAgreed",
    coalesce(f.agreed_at < c.times_changed_at, false) as "hasNewTimes",
    case when is_news then ${inMs('c.missed_at')} end as "missedAt",
    case when is_news and not is_missed(c) then ${inMs('c.answered_at')} end as "answeredAt",
    c.days = 0 as "isOver"
  from check_in_friends f join check_ins c on c.uid = f.uid join users u on u.id = f.uid
  join connections k on k.owner = f.friend and k.other = f.uid
  cross join lateral (
    select coalesce(f.agreed_at is not null and f.told_at = c.missed_at and (is_missed(c) or c.answered_at > now() - interval '1 day'), false) as is_news
  ) n
  where f.friend = $1 and u.suspended_at is null and (c.days > 0 or is_news)
    and (f.agreed_at is not null or f.declined_at is not null or not is_muted(k))
  order by u.firstname, u.lastname, u.id`;

type Stored = Omit<CheckIn, 'isReminded' | 'notifiesFriends'>;

/** The person's own check-in, and those of friends who asked them to look in. */
export async function getStoredCheckIns(
  db: Pick<pg.Pool, 'query'>,
  uid: string,
): Promise<{ own: Stored | null; friends: FriendCheckIn[] }> {
  const { rows } = await db.query<OwnRow>({ name: 'own-check-in', text: OWN, values: [uid] });
  const { rows: friends } = await db.query<FriendRow>({ name: 'friends-check-ins', text: FRIENDS, values: [uid] });
  return { own: rows[0] ? ownView(rows[0]) : null, friends: friends.map(friendView) };
}

/** SQL: a text or a notification comes to the person. @param needsProof whether texts go to a confirmed number only */
const reaches = (needsProof: string) => `(
  $2::boolean and u.texts_about <> 'none' and ${isTextable('u', needsProof)} and not ${hasStopped('u')}
  or exists (select from push_devices d where d.uid = u.id and is_reachable(d) and d.about <> 'none'))`;

/**
 * Of friends by numbers and devices alone, so that no decision shows; once it was missed, of those who were told. Reminders go
 * to confirmed numbers only, and nowhere if the person wants none.
 */
const REACH = `
  select ${reaches('true')} as "isReminded", ${reaches('$3')} as "isReached", exists (
    select from check_ins c join check_in_friends f on f.uid = c.uid join users friend on friend.id = f.friend
    where c.uid = u.id and case
      when is_missed(c) then f.told_at = c.missed_at else f.agreed_at is not null and friend.suspended_at is null
    end and (
      $2 and ${isTextable('friend', '$3')} or exists (select from push_devices d where d.uid = friend.id and is_reachable(d))
    )
  ) as "notifiesFriends"
  from users u where u.id = $1`;

/** Says of the person's own check-in also whether a text or a notification reaches them, and a friend. */
export async function getCheckIns(context: Context, uid: string): Promise<CheckIns> {
  const { outbox, pool } = context;
  const { own, friends } = await getStoredCheckIns(pool, uid);
  if (!own && friends.length === 0) return { own, friends, isReached: true };
  const values = [uid, outbox.canSend, outbox.needsProof];
  const { rows } = await pool.query({ name: 'check-in-reach', text: REACH, values });
  const { isReached, ...reach } = rows[0];
  return { own: own && { ...own, ...reach }, friends, isReached };
}

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const bitOf = (day: number) => 1 << (day - 1);

function withTimes<Row extends Times>({ days, from, minutes, ...row }: Row) {
  const at = timeOfDay(from);
  return { ...row, days: DAYS.filter((day) => days & bitOf(day)), at, until: timeAfter(at, minutes) };
}

/** Who has said no sees no times. */
function friendView({ days, from, minutes, zone, awayUntil, ...row }: FriendRow): FriendCheckIn {
  const times = row.hasAgreed === false ? null : withTimes({ days, from, minutes, zone, awayUntil });
  return { ...row, times };
}

function ownView({ friends, agreed, ...row }: OwnRow): Stored {
  return { ...withTimes(row), friends: friends.map((uid) => ({ uid, hasAgreed: agreed.includes(uid) })) };
}

const STORE = `
  insert into check_ins (uid, days, asks_at, minutes, zone, counts_use, away_until)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (uid) do update set days = excluded.days, asks_at = excluded.asks_at, minutes = excluded.minutes,
    zone = excluded.zone, counts_use = excluded.counts_use, away_until = excluded.away_until,
    times_changed_at = case
      when (check_ins.days, check_ins.asks_at, check_ins.minutes, check_ins.zone)
        is distinct from (excluded.days, excluded.asks_at, excluded.minutes, excluded.zone) then now()
      else check_ins.times_changed_at
    end`;

/** After an end, friends are asked again. */
const FORGET_ENDED = `
  update check_in_friends f set agreed_at = null from check_ins c
  where f.uid = $1 and c.uid = $1 and c.days = 0 and f.agreed_at is not null`;

const START = 'update check_ins c set ends_at = null, due_at = next_check_in(c, now()) where uid = $1';

/** Of those who are taken off the list: the cause 'missed' does not find them any more. */
const LOOK_AGAIN = `select look_at_pushes_again(friend, $1, 'missed') from unnest($2::uuid[]) friend`;

/** Who stays in the list keeps the answer. */
const STORE_FRIENDS = `
  with gone as (
    delete from check_in_friends where uid = $1 and friend <> all($2::uuid[])
  )
  insert into check_in_friends (uid, friend)
  select owner, other from connections where owner = $1 and other = any($2::uuid[]) on conflict do nothing`;

/** Plans it anew. A round that runs ends, since the person is here. @throws {ProductError} invalid, for an unknown zone */
export async function changeCheckIn(context: Context, uid: string, change: ChangeCheckIn): Promise<CheckIns> {
  const { days, at, until, zone, countsUse, awayUntil } = change;
  const bits = days.reduce((sum, day) => sum | bitOf(day), 0);
  const values = [uid, bits, minutesOf(at), minutesBetween(at, until), zone, countsUse, awayUntil];
  await requireZone(context.pool, zone);
  const friends = await inTransaction(context.pool, async (db) => {
    const before = await askedBy(db, uid);
    await lockFriends(db, uid, [...change.friends, ...before]);
    await db.query(FORGET_ENDED, [uid]);
    await db.query(STORE, values);
    const told = await answerCheckIn(context, db, uid);
    await db.query(LOOK_AGAIN, [uid, (told ?? []).filter((friend) => !change.friends.includes(friend))]);
    await db.query(START, [uid]);
    await db.query(STORE_FRIENDS, [uid, change.friends]);
    return new Set([...before, ...(await askedBy(db, uid))]);
  });
  publishCheckIn(context, uid, [...friends]);
  return getCheckIns(context, uid);
}

async function askedBy(db: pg.ClientBase, uid: string): Promise<string[]> {
  const { rows } = await db.query<{ friend: string }>('select friend from check_in_friends where uid = $1', [uid]);
  return rows.map(({ friend }) => friend);
}

/** JavaScript may know newer ones than PostgreSQL. @throws {ProductError} invalid */
async function requireZone(pool: pg.Pool, zone: string): Promise<void> {
  await pool.query('select now() at time zone $1', [zone]).catch((error) => {
    throw isDataError(error) ? new ProductError('invalid') : error;
  });
}

const IS_NEWS = `(answered_at > now() - interval '1 day')`;

const END = `
  with kept as (
    update check_ins set days = 0, due_at = null where uid = $1 and days > 0 and ${IS_NEWS} returning uid
  ), gone as (
    delete from check_ins where uid = $1 and ${IS_NEWS} is not true returning uid
  )
  select from kept union all select from gone`;

/** Ends it. Friends who were told of a missed one learn for a day that the person has checked in. */
export async function endCheckIn(context: Context, uid: string): Promise<void> {
  const friends = await inTransaction(context.pool, async (db) => {
    await answerCheckIn(context, db, uid);
    const asked = await askedBy(db, uid);
    const { rowCount } = await db.query(END, [uid]);
    return rowCount ? asked : undefined;
  });
  if (friends) publishCheckIn(context, uid, friends);
}

export const ENDED: Sweep = {
  table: 'check_ins',
  areOld: `days = 0 and answered_at < now() - interval '1 day'`,
  passMs: 6 * 60 * 60_000,
};

const AGREE = `
  update check_in_friends set
    agreed_at = case when $3 then now() end, declined_at = case when $3 then null else coalesce(declined_at, now()) end
  where uid = $1 and friend = $2 returning (select agreed_at from check_in_friends where uid = $1 and friend = $2) as before`;

/** The person sees who has agreed, and nothing else. @throws {ProductError} not_found, when that friend did not ask */
export async function agreeToLookIn(
  context: Context,
  friend: string,
  uid: string,
  { agrees }: { agrees: boolean },
): Promise<CheckIns> {
  const { rows } = await context.pool.query<{ before: Date | null }>(AGREE, [uid, friend, agrees]);
  if (!rows[0]) throw new ProductError('not_found');
  const hasChanged = (rows[0].before !== null) !== agrees;
  context.live.publish(hasChanged ? [uid, friend] : [friend], { type: 'check-ins' });
  return getCheckIns(context, friend);
}
