import type pg from 'pg';
import type { Context } from '../../context.ts';
import { lookUpTogether } from '../../database/look-up-together.ts';

/** Marks conversations read, those that are asked for at once in one statement. */
export interface ReadMarks {
  /** @returns the highest seq that became read, 0 when nothing was unread */
  mark(reader: string, sender: string): Promise<number>;
}

/**
 * All read marks of a node take turns on one connection, and one that is asked for a hundred times meanwhile is marked
 * once: however many frames come, moods and lists have the other connections.
 */
export function createReadMarks(pool: pg.Pool): ReadMarks {
  const mark = lookUpTogether((pairs: string[]) => markPairs(pool, pairs));
  return {
    async mark(reader, sender) {
      for (let through = 0; ; ) {
        const marked = await mark(`${reader} ${sender}`);
        through = Math.max(through, marked?.through ?? 0);
        // More than a step is marked in further turns, between those of others.
        if (!marked || marked.count < STEP) return through;
      }
    },
  };
}

/**
 * Marks everything that `sender` wrote to `reader` as read, and tells both (spec §4).
 * @returns the highest seq that became read, 0 when nothing was unread
 */
export async function markRead({ readMarks, live }: Context, reader: string, sender: string): Promise<number> {
  const through = await readMarks.mark(reader, sender);
  if (through > 0) live.tell([sender, reader], { type: 'read', by: reader, sender, through });
  return through;
}

/** So many messages of a pair are marked in one statement: a pair with a hundred thousand holds up no other. */
const STEP = 500;

/**
 * Each pair's unread messages are found by their own index, and locked in the order of seq, as a purge locks them: none
 * blocks the other. What another node marks at this moment is waited for: an answer says that it is stored.
 */
const MARK = `
  with unread as (
    select m.id from unnest($1::uuid[], $2::uuid[]) as asked (reader, sender),
    lateral (select id from messages where receiver = reader and sender = asked.sender and not read limit ${STEP}) m
  ), locked as (
    select id from messages where id = any(array(select id from unread)) and not read order by seq for update
  ), marked as (
    update messages m set read = true from locked where m.id = locked.id returning m.receiver, m.sender, m.seq
  )
  select receiver || ' ' || sender as pair, max(seq) as through, count(*)::integer as count from marked
  group by receiver, sender`;

interface Marked {
  through: number;
  count: number;
}

async function markPairs(pool: pg.Pool, pairs: string[]): Promise<Map<string, Marked>> {
  const [readers, senders] = [0, 1].map((place) => pairs.map((pair) => pair.split(' ')[place]));
  const { rows } = await pool.query<Marked & { pair: string }>({
    name: 'mark-read',
    text: MARK,
    values: [readers, senders],
  });
  return new Map(rows.map(({ pair, ...marked }) => [pair, marked]));
}
