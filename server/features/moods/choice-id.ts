import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { asksForSupport, type Mood } from '#contract/moods.ts';

/**
 * The id under which a person's choice is stored: the same for each repeat of a call, so the primary key keeps one. It starts
 * with the time in the caller's id, as our own ids do. The rest is a keyed hash: ids of texts follow from it, so a caller who
 * could choose it could take the place of another person's texts.
 * @param requestId a UUID
 */
export function choiceIdOf(secret: string, uid: string, requestId: string): string {
  const hash = createHmac('sha256', secret).update(`choice ${uid} ${requestId.toLowerCase()}`).digest('hex');
  return `${requestId.slice(0, 13).toLowerCase()}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

interface Repeated {
  mood: Mood;
  chosenAt: number;
  textsLimited: boolean;
}

/** Texts have ids from the choice's (see mood_text_id in 0008-account.ts), or their cause still waits. */
const REPEATED = `
  select mood, chosen_at as "chosenAt", (
    exists (select from text_causes where priority = 0 and choice = m.id)
    or exists (select from texts where id between mood_text_id(m.id, '0') and mood_text_id(m.id, 'f'))
    or not exists (
      select from connections c join users f on f.id = c.other where c.owner = m.uid and f.text_number is not null)
  ) as "isTexted"
  from mood_choices m where id = $1 and uid = $2`;

/** The choice that an earlier call with the same id has stored. Undefined when there is none. */
export async function findRepeated(pool: pg.Pool, uid: string, id: string): Promise<Repeated | undefined> {
  const { rows } = await pool.query<{ mood: Mood; chosenAt: Date; isTexted: boolean }>(REPEATED, [id, uid]);
  if (!rows[0]) return;
  const { mood, chosenAt, isTexted } = rows[0];
  return { mood, chosenAt: chosenAt.getTime(), textsLimited: asksForSupport(mood) && !isTexted };
}
