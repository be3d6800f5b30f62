import type pg from 'pg';
import type { Push } from '#server/features/push/index.ts';
import { createFairQueue } from '#server/limits/index.ts';
import type { Live } from '#server/live/live.ts';

/** Marks conversations read, two at once, and one of each reader after the other. */
export interface ReadMarks {
  /**
   * @returns the highest seq that became read, 0 when nothing was unread; and whether a push about it is shown or due
   * @throws {ProductError} too_many, unavailable: a flood, of this reader or of many
   */
  mark(reader: string, sender: string): Promise<ReadMark>;
}

interface ReadMark {
  through: number;
  isPushDue: boolean;
  /** Whether the sender may know: neither of the two hides read marks. */
  isShown: boolean;
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
 * Marks what `sender` wrote to `reader` as read, and publishes it to both (spec §4): to the reader alone if one hides read marks.
 * @returns the highest seq that became read, 0 when nothing was unread
 */
export async function markRead(
  { readMarks, live, push }: { readMarks: ReadMarks; live: Live; push: Pick<Push, 'wake'> },
  reader: string,
  sender: string,
): Promise<number> {
  const { through, isPushDue, isShown } = await readMarks.mark(reader, sender);
  if (isPushDue) push.wake();
  if (through > 0) live.publish(isShown ? [sender, reader] : [reader], { type: 'read', by: reader, sender, through });
  return through;
}

/**
 * Without a connection nothing is marked. What is read while the reader hides read marks is hidden from there on (`hidden_reads`),
 * also when they show them again; a newer mark covers those before it. Pushes about what became read are due for another look.
 * Counting completes the update first: messages are locked before pushes, as when one is deleted.
 */
const MARK = `
  with marked as (
    update messages set read = true where receiver = $1 and sender = $2 and not read
      and exists (select from connections where owner = $1 and other = $2)
    returning seq
  ), hidden as (
    insert into hidden_reads (reader, sender, from_seq)
    select $1, $2, min(seq) from marked
    where not (select shows_read from users where id = $1) having count(*) > 0
    on conflict (reader, sender) do update set from_seq = excluded.from_seq where hidden_reads.from_seq > excluded.from_seq
  ), shown as (
    delete from hidden_reads where reader = $1 and sender = $2 and exists (select from marked)
      and (select shows_read from users where id = $1)
  ), stale as (
    select p.session_id, p.cause from push_devices d join pushes p on p.session_id = d.session_id
    where d.uid = $1 and p.author = $2 and p.cause <> 'mood' and (select count(*) from marked) > 0
    order by p.session_id, p.cause for update of p
  ), due as (
    update pushes p set version = p.version + 1, due_at = coalesce(p.due_at, now())
    from stale where p.session_id = stale.session_id and p.author = $2 and p.cause = stale.cause
    returning p.session_id
  )
  select max(seq) as through, exists (select from due) as "isPushDue",
    (select bool_and(shows_read) from users where id in ($1, $2)) as "isShown"
  from marked`;

async function mark(pool: pg.Pool, reader: string, sender: string): Promise<ReadMark> {
  const { rows } = await pool.query<Omit<ReadMark, 'through'> & { through: number | null }>({
    name: 'mark-read',
    text: MARK,
    values: [reader, sender],
  });
  const [{ through, isPushDue, isShown }] = rows as [(typeof rows)[0]];
  return { through: through ?? 0, isPushDue, isShown };
}
