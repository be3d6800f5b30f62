import { PHOTO_MAX_BYTES } from '#contract/sizes.ts';
import { createRoom, RateLimitExceeded, type Room } from '#server/limits/index.ts';

/** A photo is in memory as it came, without its metadata, and as the statement's parameter. */
export const COPIES_OF_UPLOAD = 3;

/** A part of a photo in memory. A slow reader holds one, and no connection. */
export const PART_BYTES = 128 * 1024;

const RETRY_AFTER_S = 3;

/** Without room a call is refused: messages and calls for help need the rest of the memory. */
function createMemory(max: number, maxOfOne: number): Room {
  const refusal = () => new RateLimitExceeded((t) => t.otherPhotosAreOnTheirWay, RETRY_AFTER_S);
  return createRoom({ max, maxOfOne, refusal });
}

/** Enough for three of the largest photos at once, or for fifty as browsers make them; a third for a network or an account. */
export const createUploadMemory = () =>
  createMemory(3 * COPIES_OF_UPLOAD * PHOTO_MAX_BYTES, COPIES_OF_UPLOAD * PHOTO_MAX_BYTES);

/** A thousand at once, and a hundred by one network or account. */
export const createReadMemory = () => createMemory(1_000 * PART_BYTES, 100 * PART_BYTES);
