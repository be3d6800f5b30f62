import { createHmac } from 'node:crypto';
import type pg from 'pg';
import type { SharedMood } from '#contract/views.ts';
import { inMs } from '#server/database/in-ms.ts';

/**
 * The same for each repeat of a call. Ids of texts follow from it, so nobody may choose another person's.
 * @param requestId a UUID
 */
export function choiceIdOf(secret: string, uid: string, requestId: string): string {
  const hash = createHmac('sha256', secret).update(`choice ${uid} ${requestId.toLowerCase()}`).digest('hex');
  return `${requestId.slice(0, 13).toLowerCase()}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

type Repeated = Pick<SharedMood, 'mood' | 'chosenAt' | 'textsLimited' | 'ask'>;

const REPEATED = `
  select m.mood, ${inMs('m.chosen_at')} as "chosenAt", m.texts_limited as "textsLimited", case when a.id is not null then
    jsonb_build_object('id', a.id, 'opensAt', ${inMs('a.opens_at')}, 'textsAt', ${inMs(`greatest(a.opens_at, (
      select opens_at from causes where priority = 0 and cause = 'mood' and choice = m.id and not m.texts_limited
    ))`)}) end as ask
  from mood_choices m left join asks a on a.id = m.ask and a.closed_at is null and m.undone_at is null
  where m.id = $1 and m.uid = $2`;

/** What an earlier call with the same id has stored. A closed ask is null. */
export async function findRepeated(pool: pg.Pool, uid: string, id: string): Promise<Repeated | undefined> {
  return (await pool.query<Repeated>(REPEATED, [id, uid])).rows[0];
}
