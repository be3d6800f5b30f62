import type pg from 'pg';
import type { Logger } from 'pino';
import type { SeenMood } from '#contract/inputs.ts';
import { SHOWN_CHOSEN_AT } from '#server/features/circle/index.ts';
import { createFairQueue } from '#server/limits/index.ts';
import { closeAnswerPushes } from './answers/push-answer.ts';

/** Stores which calls for support people have seen, and up to when the answers to their own. */
export interface SeenMarks {
  /** @returns whether a push about it is shown or due, and now needs another look */
  mark(viewer: string, seen: SeenMood): Promise<boolean>;
}

/** One at a time, so that a flood of frames leaves connections for moods and lists. */
const BOUNDS = { concurrency: 1, maxWaiting: 2_000, maxWaitingPerGroup: 100, message: 'Too many at once.' };

/** The time that the viewer sees: their export has the mark, and must not tell of a call that is hidden from them. */
const SEEN_AT = `least(${SHOWN_CHOSEN_AT}, 'epoch'::timestamptz + $3 * interval '1 millisecond')`;

/**
 * A connection of the viewer only; nobody else's call is theirs to see. A time later than the mood counts as the mood's,
 * so that it covers no later call.
 */
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

/** One's own ask: a screen shows the answers up to this time, which cannot be later than now. */
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

export function createSeenMarks(pool: pg.Pool): SeenMarks {
  const queue = createFairQueue(BOUNDS);
  return {
    mark: (viewer, { uid, chosenAt }) =>
      queue.run(viewer, async () => {
        if (uid === viewer) return markAnswers(pool, viewer, chosenAt);
        const { rows } = await pool.query({ name: 'mark-seen', text: MARK, values: [viewer, uid, chosenAt] });
        return rows[0].isDue;
      }),
  };
}

/**
 * A screen of the viewer shows a friend's call for support, or the answers to their own: no device of theirs needs a push about it. Never fails: without
 * the mark there is one push too many.
 */
export async function markSeen(
  { push, log }: { push: { seenMarks: SeenMarks; wake(): void }; log: Logger },
  viewer: string,
  seen: SeenMood,
): Promise<void> {
  try {
    if (await push.seenMarks.mark(viewer, seen)) push.wake();
  } catch (error) {
    log.warn({ part: 'pushes', err: error }, 'a seen mood could not be marked');
  }
}
