import type pg from 'pg';

const ASK_ALL = `
  update asks a set chosen = null, version = version + 1
  where a.uid = any($1::uuid[]) and a.closed_at is null and a.opens_at > clock_timestamp() and a.chosen is not null
    and not exists (select from connections c where c.owner = a.uid and c.other = any(a.chosen))
  returning a.id`;

/**
 * When all friends who were chosen for a held ask are gone, it asks everybody, as the next call would (docs/decisions/0024-asks.md).
 * @param uids people of whom a friend has gone
 * @returns the ids of these asks
 */
export async function askAllInstead(db: Pick<pg.ClientBase, 'query'>, uids: readonly string[]): Promise<string[]> {
  return (await db.query<{ id: string }>(ASK_ALL, [uids])).rows.map(({ id }) => id);
}
