import type pg from 'pg';
import { IS_CLOSED } from './ask-of-choice.ts';
import type { AskServices } from './ask-services.ts';
import { getOwnAskOf } from './own/own-ask.ts';
import { IS_ASKED, IS_MUTED, IS_ON_IT } from './recipients.ts';

/** Who learns of a change: only the person who asks, or the friends who are asked too, or these alone. */
type Audience = 'person' | 'friends' | 'friends only';

/** What friends hear of an ask: nothing of who answered. */
export interface FriendFrame {
  /** What these friends know the ask by. */
  id: string;
  uid: string;
  level: 'Purple' | 'Dark';
  onIt: number;
}

interface Row extends Omit<FriendFrame, 'id'> {
  isClosed: boolean;
  isShown: boolean;
  /** Null, with `friends`, where nobody is told. */
  id: string | null;
  /** Uids, separated by commas: the driver needs half a millisecond for an array of hundreds. */
  friends: string | null;
}

/**
 * A row for each id by which friends know the ask, and number of answers since they were asked: mostly one. An ask that was undone
 * before it opened is not shown.
 */
const FRAMES = `
  select a.uid, a.level, ${IS_CLOSED} as "isClosed",
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

/** Asks that are being published, and what came meanwhile: a hundred answers at once need no hundred frames to each friend. */
const running = new Map<string, Set<Audience>>();

/**
 * Tells the person's browsers of their ask, and, once it is open, those of the friends who are asked. In the background: it
 * never fails what has been stored, and a browser fetches all of it again when it reconnects.
 */
export function publishAsk(parts: AskServices, ask: string, audience: Audience = 'friends'): void {
  const waiting = running.get(ask);
  if (waiting) waiting.add(audience);
  else parts.background.run('publishing of an ask', () => publishAll(parts, ask, audience));
}

async function publishAll(parts: AskServices, ask: string, audience: Audience): Promise<void> {
  const waiting = new Set<Audience>([audience]);
  running.set(ask, waiting);
  try {
    while (waiting.size > 0) {
      const toPerson = waiting.has('person') || waiting.has('friends');
      const toFriends = waiting.has('friends') || waiting.has('friends only');
      waiting.clear();
      await publish(parts, ask, { toPerson, toFriends });
    }
  } finally {
    running.delete(ask);
  }
}

async function publish(
  parts: AskServices,
  ask: string,
  { toPerson, toFriends }: { toPerson: boolean; toFriends: boolean },
): Promise<void> {
  const { pool, live } = parts;
  const [{ rows }, own] = await Promise.all([
    pool.query<Row>({ name: 'ask-frames', text: FRAMES, values: [ask, toFriends] }),
    toPerson ? getOwnAskOf(parts, ask) : null,
  ]);
  if (rows[0] && toPerson) live.publish([rows[0].uid], { type: 'own-ask', ask: own });
  for (const { isShown, isClosed, id, friends, ...frame } of rows)
    if (isShown && id !== null && friends !== null)
      publishToFriends(parts, friends.split(','), { ...frame, id, state: isClosed ? 'closed' : 'open' });
}

/** All such frames have the same order of keys, so that nobody can tell one by its bytes. */
export function publishToFriends(
  { live }: Pick<AskServices, 'live'>,
  friends: string[],
  { id, uid, level, onIt, state }: FriendFrame & { state: 'open' | 'closed' },
): void {
  live.publish(friends, { type: 'friend-ask', id, uid, level, onIt, state });
}

const PROMISED = `
  select n.ask from ask_recipients n join asks a on a.id = n.ask
  where n.friend = $1 and ($2::uuid is null or a.uid = $2) and a.closed_at is null and ${IS_ON_IT}`;

/** The open asks of a person, or of everybody, to which a friend has said that they will reach out. */
export async function findPromises(
  db: Pick<pg.ClientBase, 'query'>,
  friend: string,
  uid: string | null,
): Promise<string[]> {
  return (await db.query<{ ask: string }>(PROMISED, [friend, uid])).rows.map(({ ask }) => ask);
}

/**
 * After a friend with such answers has gone, the others must not rely on them. The person's own screens fetch the ask when a
 * friend is gone, whether that friend was removed or has left.
 */
export async function publishWithoutPromises(parts: AskServices, asks: readonly string[]): Promise<void> {
  if (asks.length === 0) return;
  await parts.pool
    .query('update asks set version = version + 1 where id = any($1::uuid[])', [asks])
    .catch((error) => parts.log.warn({ part: 'asks', err: error }, 'an ask could not be published'));
  for (const ask of asks) publishAsk(parts, ask, 'friends only');
}
