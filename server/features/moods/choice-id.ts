import { createHmac } from 'node:crypto';
import type pg from 'pg';
import type { Mood } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';

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

type Repeated = Pick<SharedMood, 'mood' | 'chosenAt' | 'textsLimited' | 'ask'>;

const REPEATED = `
  select m.mood, m.chosen_at as "chosenAt", m.texts_limited as "textsLimited", a.id as ask, a.opens_at as "opensAt",
    greatest(a.opens_at, (
      select opens_at from causes where priority = 0 and cause = 'mood' and choice = m.id and not m.texts_limited
    )) as "textsAt"
  from mood_choices m left join asks a on a.id = m.ask and a.closed_at is null and m.undone_at is null
  where m.id = $1 and m.uid = $2`;

interface Row {
  mood: Mood;
  chosenAt: Date;
  textsLimited: boolean;
  /** The ask of the choice while it is not closed. */
  ask: string | null;
  opensAt: Date;
  textsAt: Date;
}

/** The choice that an earlier call with the same id has stored. Undefined when there is none. */
export async function findRepeated(pool: pg.Pool, uid: string, id: string): Promise<Repeated | undefined> {
  const { rows } = await pool.query<Row>(REPEATED, [id, uid]);
  if (!rows[0]) return;
  const { mood, chosenAt, textsLimited, ask, opensAt, textsAt } = rows[0];
  return {
    mood,
    chosenAt: chosenAt.getTime(),
    textsLimited,
    ask: ask === null ? null : { id: ask, opensAt: opensAt.getTime(), textsAt: textsAt.getTime() },
  };
}
