import type pg from 'pg';
import type { Context } from '#server/context.ts';

interface ReadMark {
  through: number;
  isPushDue: boolean;
  isShown: boolean;
}

/**
 * Marks messages read and tells both, or only a reader who hides read marks (spec §4).
 * @returns the highest seq, or 0 @throws {ProductError} too_many, unavailable
 */
export async function markRead(
  { pool, readMarks, live, push }: Pick<Context, 'pool' | 'readMarks' | 'live' | 'push'>,
  reader: string,
  sender: string,
): Promise<number> {
  const { through, isPushDue, isShown } = await readMarks.run(reader, () => mark(pool, reader, sender));
  if (isPushDue) push.wake();
  if (through > 0) live.publish(isShown ? [sender, reader] : [reader], { type: 'read', by: reader, sender, through });
  return through;
}

/** Messages are locked before pushes, as by deleting. `hidden_reads` keeps the seq from which on reading stays hidden. */
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
    select p.device, p.cause from push_devices d join pushes p on p.device = d.id
    where d.uid = $1 and p.author = $2 and p.cause in ('message', 'connection') and (select count(*) from marked) > 0
    order by p.device, p.cause for update of p
  ), due as (
    update pushes p set version = p.version + 1, due_at = coalesce(p.due_at, now())
    from stale where p.device = stale.device and p.author = $2 and p.cause = stale.cause
    returning p.device
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
