import type { Context } from 'hono';
import { createRoom, RateLimitExceeded, type Room } from '#server/limits/index.ts';
import type { ApiEnvironment } from './api.ts';

const MB = 1024 * 1024;
/** Smaller ones leave the memory at once. */
const LARGE_BYTES = 16 * 1024;

export type UnreadAnswers = Pick<Room, 'take'>;

/** Room for large answers until their callers have read them: one who reads nothing must not use up the memory. */
export function createUnreadAnswers(): UnreadAnswers {
  const refusal = () => new RateLimitExceeded((t) => t.otherAnswersAreOnTheirWay, 3);
  return createRoom({ max: 64 * MB, maxOfOne: 8 * MB, refusal });
}

/**
 * Takes room for an answer until it is read. When it gives way, its connection ends.
 * @param whose each of these is counted
 * @param bytes the answer's size
 * @throws {ProductError} too_many
 */
export function takeUntilRead(
  unread: UnreadAnswers,
  { env }: Pick<Context<ApiEnvironment>, 'env'>,
  whose: readonly string[],
  bytes: number,
): void {
  const outgoing = env?.outgoing;
  if (!outgoing || outgoing.closed || bytes < LARGE_BYTES) return;
  const place = unread.take(whose, bytes, () => outgoing.destroy());
  outgoing.once('close', () => place.release());
}
