import type pg from 'pg';
import type { Context } from '#server/context.ts';
import { getOwnAsk } from './own/own-ask.ts';
import { IS_ASKED, IS_MUTED, IS_ON_IT } from './recipient-conditions.ts';

type Audience = 'person' | 'friends' | 'friends only';

export interface FriendFrame {
  id: string;
  uid: string;
  level: 'Purple' | 'Dark';
  onIt: number;
}

interface Row extends Omit<FriendFrame, 'id'> {
  isClosed: boolean;
  isShown: boolean;
  id: string | null;
  /** One text: the driver needs half a millisecond for an array of hundreds. */
  friends: string | null;
}

/** A row for each id by which friends know the ask: mostly there is one. An ask that was undone before it opened has none. */
const FRAMES = `
  select a.uid, a.level, is_closed(a) as "isClosed",
    a.opens_at <= now() and not coalesce(a.closed_how = 'undone' and a.closed_at < a.opens_at, false) as "isShown", told.*
  from asks a left join lateral (
    select n.id, cardinality(answered) - width_bucket(n.asked_at, answered) as "onIt", string_agg(n.friend::text, ',') as friends
    from ask_recipients n, (
      select coalesce(array_agg(n.answered_at order by n.answered_at), '{}') as answered
      from ask_recipients n where n.ask = a.id and ${IS_ON_IT}
    ) on_it
    where $2 and n.ask = a.id and ${IS_ASKED} and not ${IS_MUTED} group by 1, 2
  ) told on true
  where a.id = $1`;

/** What came while an ask was being published: a hundred answers at once need no hundred frames to each friend. */
const running = new Map<string, Set<Audience>>();

/** Tells the person's browsers, and those of friends once the ask is open. It never fails what has been stored. */
export function publishAsk(context: Context, ask: string, audience: Audience = 'friends'): void {
  const waiting = running.get(ask);
  if (waiting) waiting.add(audience);
  else context.background.run('publishing of an ask', () => publishAll(context, ask, audience));
}

async function publishAll(context: Context, ask: string, audience: Audience): Promise<void> {
  const waiting = new Set<Audience>([audience]);
  running.set(ask, waiting);
  try {
    while (waiting.size > 0) {
      const to = new Set(waiting);
      waiting.clear();
      await publish(context, ask, to);
    }
  } finally {
    running.delete(ask);
  }
}

async function publish(context: Context, ask: string, to: ReadonlySet<Audience>): Promise<void> {
  const toFriends = to.has('friends') || to.has('friends only');
  const { rows } = await context.pool.query<Row>({ name: 'ask-frames', text: FRAMES, values: [ask, toFriends] });
  for (const { isShown, isClosed, id, friends, ...frame } of rows)
    if (isShown && id !== null && friends !== null)
      publishToFriends(context, friends.split(','), { ...frame, id, state: isClosed ? 'closed' : 'open' });
  if (!rows[0] || !(to.has('person') || to.has('friends'))) return;
  const { uid } = rows[0];
  context.live.publish([uid], { type: 'own-ask', ask: await getOwnAsk(context, uid) });
}

/** All such frames have the same order of keys, so that nobody can tell one by its bytes. */
export function publishToFriends(
  { live }: Pick<Context, 'live'>,
  friends: string[],
  { id, uid, level, onIt, state }: FriendFrame & { state: 'open' | 'closed' },
): void {
  live.publish(friends, { type: 'friend-ask', id, uid, level, onIt, state });
}

const PROMISED = `
  select n.ask from ask_recipients n join asks a on a.id = n.ask
  where n.friend = $1 and ($2::uuid is null or a.uid = $2) and a.closed_at is null and ${IS_ON_IT}`;

/** The open asks, of a person or of everybody, to which a friend has said that they will reach out. */
export async function findPromises(
  db: Pick<pg.ClientBase, 'query'>,
  friend: string,
  uid: string | null,
): Promise<string[]> {
  return (await db.query<{ ask: string }>(PROMISED, [friend, uid])).rows.map(({ ask }) => ask);
}

const END_PROMISES = `
  with asked as (update asks set version = version + 1 where id = any($1::uuid[]) returning id, uid)
  select uid from asked union select n.friend from asked join ask_recipients n on n.ask = asked.id and ${IS_ASKED}`;

/** After a friend with such answers has gone. @returns whose screens show these asks */
export async function endPromises(pool: pg.Pool, asks: readonly string[]): Promise<string[]> {
  return (await pool.query<{ uid: string }>(END_PROMISES, [asks])).rows.map(({ uid }) => uid);
}

/** The others must not rely on a friend who has gone. */
export async function publishWithoutPromises(context: Context, asks: readonly string[]): Promise<void> {
  if (asks.length === 0) return;
  await endPromises(context.pool, asks).catch((error) =>
    context.log.warn({ part: 'asks', err: error }, 'an ask could not be published'),
  );
  for (const ask of asks) publishAsk(context, ask, 'friends only');
}
