import type pg from 'pg';
import { IS_ASKED } from './recipient-conditions.ts';

/** What the suspension has changed has its time, so that its end finds it. */
const change = (areIts: string, changes: string) => `
  with asked as (
    update asks a set version = a.version + 1
    where a.closed_at is null
      and a.id in (select n.ask from ask_recipients n join users u on u.id = n.friend where n.friend = $1 and ${areIts})
    returning a.id, a.uid
  ), changed as (
    update ask_recipients n set ${changes} from asked, users u
    where n.ask = asked.id and n.friend = $1 and u.id = $1 and ${areIts}
  )
  select uid from asked
  union select n.friend from asked join ask_recipients n on n.ask = asked.id and ${IS_ASKED} where n.friend <> $1
  union select uid from check_in_friends where friend = $1 and agreed_at is not null`;

const END = change(
  IS_ASKED,
  `withdrawn_at = u.suspended_at,
  handed_over_at = case when n.answer in ('yes', 'later') then coalesce(n.handed_over_at, u.suspended_at) end`,
);

const BRING_BACK = change(
  'n.withdrawn_at = u.suspended_at',
  'withdrawn_at = null, handed_over_at = nullif(n.handed_over_at, u.suspended_at)',
);

/**
 * Ends the open asks for a suspended friend, after the suspension: their promise is handed over, and they are not asked any more.
 * Or brings them back, before it is lifted. @returns whose screens show that, also in their check-ins
 */
export async function changeAsksOfSuspended(pool: pg.Pool, friend: string, isSuspended: boolean): Promise<string[]> {
  const statement = isSuspended ? END : BRING_BACK;
  return (await pool.query<{ uid: string }>(statement, [friend])).rows.map(({ uid }) => uid);
}
