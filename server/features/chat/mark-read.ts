import type { Context } from '../../context.ts';

/**
 * Marks everything that `sender` wrote to `reader` as read, and tells both (spec §4).
 * @returns the highest seq that became read, 0 when nothing was unread
 */
export async function markRead({ pool, live }: Context, reader: string, sender: string): Promise<number> {
  const { rows } = await pool.query<{ through: number | null }>({
    name: 'mark-read',
    text: `
      with marked as (
        update messages set read = true where receiver = $1 and sender = $2 and not read returning seq
      ) select max(seq) as through from marked`,
    values: [reader, sender],
  });
  const through = rows[0]?.through ?? 0;
  if (through > 0) live.tell([sender, reader], { type: 'read', by: reader, sender, through });
  return through;
}
