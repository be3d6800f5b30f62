import type pg from 'pg';
import { createFairQueue } from '#server/limits/index.ts';
import type { Live } from '#server/live/live.ts';

/** Marks conversations read, two at once, and one of each reader after the other. */
export interface ReadMarks {
  /**
   * @returns the highest seq that became read, 0 when nothing was unread
   * @throws {ProductError} too_many, unavailable: a flood, of this reader or of many
   */
  mark(reader: string, sender: string): Promise<number>;
}

const BOUNDS = {
  concurrency: 2,
  maxWaiting: 2_000,
  maxWaitingPerGroup: 100,
  message: 'Too many at once. Please try again in a moment.',
};

/** Queued, so that a flood of read marks leaves connections for moods and lists, and turns for other readers. */
export function createReadMarks(pool: pg.Pool): ReadMarks {
  const queue = createFairQueue(BOUNDS);
  return { mark: (reader, sender) => queue.run(reader, () => mark(pool, reader, sender)) };
}

/**
 * Marks everything that `sender` wrote to `reader` as read, and publishes it to both (spec §4).
 * @returns the highest seq that became read, 0 when nothing was unread
 */
export async function markRead(
  { readMarks, live }: { readMarks: ReadMarks; live: Live },
  reader: string,
  sender: string,
): Promise<number> {
  const through = await readMarks.mark(reader, sender);
  if (through > 0) live.publish([sender, reader], { type: 'read', by: reader, sender, through });
  return through;
}

async function mark(pool: pg.Pool, reader: string, sender: string): Promise<number> {
  const { rows } = await pool.query<{ through: number | null }>({
    name: 'mark-read',
    text: `
      with marked as (
        update messages set read = true where receiver = $1 and sender = $2 and not read returning seq
      ) select max(seq) as through from marked`,
    values: [reader, sender],
  });
  return rows[0]?.through ?? 0;
}
