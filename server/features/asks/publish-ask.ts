import type pg from 'pg';
import { IS_CLOSED } from './ask-of-choice.ts';
import type { AskServices } from './ask-services.ts';
import { IS_ASKED, IS_ASKED_IF_SHOWN, IS_MUTED, IS_ON_IT } from './friends-asks.ts';
import { getOwnAskOf } from './own/own-ask.ts';

/** Who learns of a change: only the person who asks, or the friends who are asked too, or these alone. */
type Audience = 'person' | 'friends' | 'friends only';

interface Frame {
  uid: string;
  level: 'Purple' | 'Dark';
  version: number;
  onIt: number;
  isShown: boolean;
  isClosed: boolean;
  asked: string | null;
}

/** What the frame for friends holds, and who gets it: nothing of who answered. One that was undone before it opened is not shown. */
const FRAME = `
  select a.uid, a.level, a.version - a.unshown as version, ${IS_CLOSED} as "isClosed",
    a.opens_at <= now() and not coalesce(a.closed_how = 'undone' and a.closed_at < a.opens_at, false) as "isShown",
    (select count(*)::int from ask_answers n where n.ask = a.id and ${IS_ON_IT}) as "onIt",
    case when $2 then (
      select string_agg(c.other::text, ',') from connections c where c.owner = a.uid and ${IS_ASKED} and not ${IS_MUTED}
    ) end as asked
  from asks a where a.id = $1`;

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
    pool.query<Frame>({ name: 'ask-frame', text: FRAME, values: [ask, toFriends] }),
    toPerson ? getOwnAskOf(parts, ask) : null,
  ]);
  const frame = rows[0];
  if (!frame) return;
  const { uid, level, version, onIt, isShown, isClosed, asked } = frame;
  if (toPerson) live.publish([uid], { type: 'own-ask', ask: own });
  if (!isShown || !asked) return;
  const state = isClosed ? 'closed' : 'open';
  live.publish(asked.split(','), { type: 'friend-ask', id: ask, uid, level, onIt, version, state });
}

const PROMISED = `
  select n.ask from ask_answers n join asks a on a.id = n.ask
  where n.friend = $1 and ($2::uuid is null or a.uid = $2) and a.closed_at is null
    and n.answer = 'yes' and n.handed_over_at is null`;

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

/**
 * What one friend's frame holds. Its version is higher, so that the friend's screens take it: by as much as a quiet end raises it,
 * which is one for Green and one for the end. The ask's own version grows only for what the others see too: that the friend's
 * answer counts no more, or again. A step that none of their frames has had would tell them that something was hidden.
 */
const TURN = `
  with friend as materialized (
    select a.id, a.uid, a.level, a.version - a.unshown + case when $3 and a.eased_at is null then 2 else 1 end as version, (
      select count(*)::int from ask_answers n where n.ask = a.id and (${IS_ON_IT} or n.friend = $2 and n.answer = 'yes' and n.handed_over_at is null)
    ) as "onIt", exists (
      select from ask_answers n where n.ask = a.id and n.friend = $2 and n.answer = 'yes' and n.handed_over_at is null
    ) as "hasAnswered"
    from connections c join asks a on a.uid = c.owner
    where c.owner = $1 and c.other = $2 and not ${IS_CLOSED} and a.opens_at <= now()
      and ${IS_ASKED_IF_SHOWN} and not ${IS_MUTED} and (not $3 or a.id = c.ask_ended)
  ), raised as (
    update asks set version = asks.version + 1 from friend where asks.id = friend.id and friend."hasAnswered"
  )
  select * from friend`;

/** After the mood was hidden from one friend, or shown again: that friend's browsers hear of an open ask as if it had ended or begun. */
export async function publishAskTo(
  parts: AskServices,
  { uid, friend, state }: { uid: string; friend: string; state: 'open' | 'closed' },
): Promise<void> {
  const { pool, live, log } = parts;
  await pool
    .query<Pick<Frame, 'uid' | 'level' | 'version' | 'onIt'> & { id: string; hasAnswered: boolean }>(TURN, [
      uid,
      friend,
      state === 'closed',
    ])
    .then(({ rows }) => {
      if (!rows[0]) return;
      const { id, level, onIt, version, hasAnswered } = rows[0];
      // The others' screens count that friend no more, or again. A friend who sees it again is one of them.
      if (hasAnswered) publishAsk(parts, id);
      if (hasAnswered && state === 'open') return;
      // In the order of every other such frame, so that the bytes are alike.
      live.publish([friend], { type: 'friend-ask', id, uid, level, onIt, version, state });
    })
    .catch((error) => log.warn({ part: 'asks', err: error }, 'an ask could not be published'));
}
