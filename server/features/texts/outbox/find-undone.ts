import type { Db } from './claim-causes.ts';

/** Those of these choices that their persons have taken back. */
export async function findUndone(db: Db, choices: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'undone-choices',
    text: 'select id from mood_choices where id = any($1::uuid[]) and undone_at is not null',
    values: [choices],
  });
  return new Set(rows.map(({ id }) => id));
}
