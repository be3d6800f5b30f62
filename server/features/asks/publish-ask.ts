import { IS_CLOSED } from './ask-of-choice.ts';
import type { AskServices } from './ask-services.ts';
import { IS_ASKED, IS_ASKED_IF_SHOWN, IS_MUTED } from './friends-asks.ts';
import { getOwnAskOf } from './own/own-ask.ts';

/** Who learns of a change: only the person who asks, or the friends who are asked too. */
type Audience = 'person' | 'friends';

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
  select a.uid, a.level, a.version, ${IS_CLOSED} as "isClosed",
    a.opens_at <= now() and not coalesce(a.closed_how = 'undone' and a.closed_at < a.opens_at, false) as "isShown",
    (select count(*)::int from ask_answers n where n.ask = a.id and n.answer = 'yes' and n.handed_over_at is null) as "onIt",
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
  else void publishAll(parts, ask, audience);
}

async function publishAll(parts: AskServices, ask: string, audience: Audience): Promise<void> {
  const waiting = new Set<Audience>([audience]);
  running.set(ask, waiting);
  try {
    while (waiting.size > 0) {
      const toFriends = waiting.has('friends');
      waiting.clear();
      await publish(parts, ask, toFriends);
    }
  } catch (error) {
    parts.log.warn({ part: 'asks', err: error }, 'an ask could not be published');
  } finally {
    running.delete(ask);
  }
}

async function publish(parts: AskServices, ask: string, toFriends: boolean): Promise<void> {
  const { pool, live } = parts;
  const [{ rows }, own] = await Promise.all([
    pool.query<Frame>({ name: 'ask-frame', text: FRAME, values: [ask, toFriends] }),
    getOwnAskOf(parts, ask),
  ]);
  const frame = rows[0];
  if (!frame) return;
  const { uid, level, version, onIt, isShown, isClosed, asked } = frame;
  live.publish([uid], { type: 'own-ask', ask: own });
  if (!isShown || !asked) return;
  const state = isClosed ? 'closed' : 'open';
  live.publish(asked.split(','), { type: 'friend-ask', id: ask, uid, level, onIt, version, state });
}

/**
 * The version is raised, so that the friend's screens take the frame: by as much as a quiet end raises it, which is one for Green
 * and one for the end. Every answer raises it too, so it tells nothing.
 */
const TURN = `
  update asks a set version = a.version + case when $3 and a.eased_at is null then 2 else 1 end
  from connections c
  where c.owner = $1 and c.other = $2 and a.uid = c.owner and not ${IS_CLOSED} and a.opens_at <= now()
    and ${IS_ASKED_IF_SHOWN} and not ${IS_MUTED}
  returning a.id, a.uid, a.level, a.version, (
    select count(*)::int from ask_answers n where n.ask = a.id and n.answer = 'yes' and n.handed_over_at is null
  ) as "onIt"`;

/** After the mood was hidden from one friend, or shown again: that friend's browsers hear of an open ask as if it had ended or begun. */
export function publishAskTo(
  { pool, live, log }: AskServices,
  { uid, friend, state }: { uid: string; friend: string; state: 'open' | 'closed' },
): void {
  pool
    .query<Pick<Frame, 'uid' | 'level' | 'version' | 'onIt'> & { id: string }>(TURN, [uid, friend, state === 'closed'])
    .then(({ rows }) => {
      if (!rows[0]) return;
      const { id, level, onIt, version } = rows[0];
      // In the order of every other such frame, so that the bytes are alike.
      live.publish([friend], { type: 'friend-ask', id, uid, level, onIt, version, state });
    })
    .catch((error) => log.warn({ part: 'asks', err: error }, 'an ask could not be published'));
}
