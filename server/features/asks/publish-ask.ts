import type pg from 'pg';
import type { Logger } from 'pino';
import type { Live } from '#server/live/live.ts';
import { IS_ASKED } from './friends-asks.ts';
import { getOwnAsk } from './own-ask.ts';

interface Parts {
  pool: pg.Pool;
  live: Live;
  log: Logger;
}

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
    (select array_agg(c.other) from connections c where c.owner = a.uid and ${IS_ASKED}) as asked
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
