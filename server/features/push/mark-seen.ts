import type pg from 'pg';
import type { Logger } from 'pino';
import type { SeenMood } from '#contract/inputs.ts';
import { SHOWN_CHOSEN_AT } from '#server/features/circle/index.ts';
import { createFairQueue } from '#server/limits/index.ts';
import { logRepeated } from '#server/logging/log-repeated.ts';
import { closeAnswerPushes } from './push-answer.ts';

/** As the viewer sees it: their export has the mark, and must not tell of a call that is hidden from them. */
const SEEN_AT = `least(${SHOWN_CHOSEN_AT}, 'epoch'::timestamptz + $3 * interval '1 millisecond')`;

/** A time later than the mood counts as the mood's, so that it covers no later call. */
const MARK = `
  with seen as (
    update connections c set mood_seen_at = ${SEEN_AT}
    from users u
    where c.owner = $1 and c.other = $2 and u.id = c.other and (
      c.mood_seen_at is null
      or c.mood_seen_at < ${SEEN_AT}
    )
    returning c.owner
  )
  select coalesce((select look_at_pushes_again($1, $2, 'mood') from seen), false) as "isDue"`;

const MARK_ANSWERS = `
  update asks set answers_seen_at = least(now(), 'epoch'::timestamptz + $2 * interval '1 millisecond')
  where uid = $1 and closed_at is null and (
    answers_seen_at is null or answers_seen_at < least(now(), 'epoch'::timestamptz + $2 * interval '1 millisecond')
  ) returning id`;

async function markAnswers(pool: pg.Pool, viewer: string, chosenAt: number): Promise<boolean> {
  // Times in milliseconds are cut: the answer's own may be a part of one later.
  const values = [viewer, chosenAt + 1];
  const { rows } = await pool.query<{ id: string }>({ name: 'mark-answers-seen', text: MARK_ANSWERS, values });
  return rows[0] ? closeAnswerPushes(pool, rows[0].id) : false;
}

/** @param wake called when a push about it needs another look */
export function createMarkSeen({ pool, log, wake }: { pool: pg.Pool; log: Logger; wake(): void }) {
  // One at a time, so that a flood of frames leaves connections for moods and lists.
  const queue = createFairQueue({ concurrency: 1 });
  const mark = async (viewer: string, { uid, chosenAt }: SeenMood): Promise<boolean> => {
    if (uid === viewer) return markAnswers(pool, viewer, chosenAt);
    return (await pool.query({ name: 'mark-seen', text: MARK, values: [viewer, uid, chosenAt] })).rows[0].isDue;
  };
  /** A screen of the viewer shows a friend's call, or the answers to their own. Never fails. */
  return async (viewer: string, seen: SeenMood): Promise<void> => {
    try {
      if (await queue.run(viewer, () => mark(viewer, seen))) wake();
    } catch (error) {
      logRepeated(log, 'warn', 'a seen mood could not be marked', { part: 'pushes', err: error });
    }
  };
}
