import type { Context } from '#server/context.ts';
import { IS_ASKED, IS_ASKED_IF_SHOWN, IS_MUTED } from './friends-asks.ts';
import { getOwnAsk } from './own-ask.ts';

type Parts = Pick<Context, 'pool' | 'live' | 'log'>;

interface Frame {
  uid: string;
  level: 'Purple' | 'Dark';
  version: number;
  onIt: number;
  isOpen: boolean;
  isClosed: boolean;
  asked: string[] | null;
}

/** What the frame for friends holds, and who gets it: nothing of who answered. */
const FRAME = `
  select a.uid, a.level, a.version, a.opens_at <= now() as "isOpen", a.closed_at is not null as "isClosed",
    (select count(*)::int from ask_answers n where n.ask = a.id and n.answer = 'yes' and n.handed_over_at is null) as "onIt",
    (select array_agg(c.other) from connections c where c.owner = a.uid and ${IS_ASKED} and not ${IS_MUTED}) as asked
  from asks a where a.id = $1`;

/**
 * Tells the person's browsers of their ask, and, once it is open, those of the friends who are asked. In the background: it
 * never fails what has been stored, and a browser fetches all of it again when it reconnects.
 */
export function publishAsk(parts: Parts, ask: string): void {
  void publish(parts, ask).catch((error) =>
    parts.log.warn({ part: 'asks', err: error }, 'an ask could not be published'),
  );
}

async function publish({ pool, live }: Parts, ask: string): Promise<void> {
  const { rows } = await pool.query<Frame>({ name: 'ask-frame', text: FRAME, values: [ask] });
  const frame = rows[0];
  if (!frame) return;
  const { uid, level, version, onIt, isOpen, isClosed, asked } = frame;
  const own = await getOwnAsk(pool, uid);
  live.publish([uid], { type: 'own-ask', ask: own });
  if (!isOpen) return;
  live.publish(asked ?? [], {
    type: 'friend-ask',
    id: ask,
    uid,
    level,
    onIt,
    version,
    state: isClosed ? 'closed' : 'open',
  });
}

/** The version is raised, so that the friend's screens take the frame. Every answer does the same, so it tells nothing. */
const TURN = `
  update asks a set version = a.version + 1
  from connections c
  where c.owner = $1 and c.other = $2 and a.uid = c.owner and a.closed_at is null and a.opens_at <= now()
    and ${IS_ASKED_IF_SHOWN} and not ${IS_MUTED}
  returning a.id, a.uid, a.level, a.version, (
    select count(*)::int from ask_answers n where n.ask = a.id and n.answer = 'yes' and n.handed_over_at is null
  ) as "onIt"`;

/** After the mood was hidden from one friend, or shown again: that friend's browsers hear of an open ask as if it had ended or begun. */
export function publishAskTo(
  { pool, live, log }: Parts,
  { uid, friend, state }: { uid: string; friend: string; state: 'open' | 'closed' },
): void {
  pool
    .query<Pick<Frame, 'uid' | 'level' | 'version' | 'onIt'> & { id: string }>(TURN, [uid, friend])
    .then(({ rows }) => {
      if (rows[0]) live.publish([friend], { type: 'friend-ask', ...rows[0], state });
    })
    .catch((error) => log.warn({ part: 'asks', err: error }, 'an ask could not be published'));
}
