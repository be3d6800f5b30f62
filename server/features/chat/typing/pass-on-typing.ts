import type pg from 'pg';
import type { Typing } from '#contract/inputs.ts';
import { TYPING_FRAMES_PER_SECOND, TYPING_FRAMES_PER_SECOND_FROM_NETWORK } from '#contract/sizes.ts';
import { createBatchLoader } from '#server/database/batch-loader.ts';
import { FrameRateLimit } from '#server/live/frame-rate-limit.ts';
import type { Live, PersonSocket } from '#server/live/live.ts';

/** Nothing is stored or answered, so the person learns nothing about `to`. What is too much or cannot be looked up is dropped. */
type PassOnTyping = (from: Pick<PersonSocket, 'uid' | 'networkHash'>, typing: Typing) => Promise<void>;

/** Frames that wait for the look-up. Beyond that they are dropped: without them nothing is lost. */
const WAITING_MAX = 1_000;

/** The pairs that are connected and of whom both show that they type. */
const SHOWN = `
  select p.typist, p.other from unnest($1::uuid[], $2::uuid[]) p (typist, other)
  cross join lateral (select from connections c where c.owner = p.typist and c.other = p.other offset 0) connected
  cross join lateral (
    select bool_and(shows_read) as both from users where id in (p.typist, p.other) offset 0
  ) shown
  where shown.both`;

/** Reads the pair from the database also when the receiver is offline: a quicker answer would tell the sender that. */
export function createPassOnTyping({ pool, live }: { pool: pg.Pool; live: Live }): PassOnTyping {
  const ofPerson = new FrameRateLimit<string>(TYPING_FRAMES_PER_SECOND);
  const ofNetwork = new FrameRateLimit<number>(TYPING_FRAMES_PER_SECOND_FROM_NETWORK);
  let waiting = 0;

  const isShown = createBatchLoader(async (pairs: string[]) => {
    const people = pairs.map((pair) => pair.split(' '));
    const { rows } = await pool.query<{ typist: string; other: string }>({
      name: 'shown-typing',
      text: SHOWN,
      values: [people.map(([typist]) => typist), people.map(([, other]) => other)],
    });
    return new Map(rows.map(({ typist, other }) => [`${typist} ${other}`, true]));
  });

  return async ({ uid: typist, networkHash }, { to, isTyping }) => {
    if (waiting >= WAITING_MAX || !ofPerson.allow(typist) || !ofNetwork.allow(networkHash)) return;
    waiting += 1;
    try {
      if (await isShown(`${typist} ${to}`)) live.publish([to], { type: 'typing', uid: typist, isTyping });
    } catch {
      // The database is away, which others report. A socket must not close for it.
    } finally {
      waiting -= 1;
    }
  };
}
