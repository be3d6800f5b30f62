import { PHOTO_MAX_BYTES } from '#contract/sizes.ts';
import { RateLimitExceeded } from '#server/limits/index.ts';

interface Bounds {
  max: number;
  /** In bytes. One network cannot take all from the others by being slow. */
  maxOfNetwork: number;
}

/** A photo is in memory as it came, without its metadata, and as the statement's parameter. */
export const COPIES_OF_UPLOAD = 3;

/** Enough for three of the largest photos at once, or for fifty as browsers make them. */
export const UPLOADS: Bounds = {
  max: 3 * COPIES_OF_UPLOAD * PHOTO_MAX_BYTES,
  maxOfNetwork: COPIES_OF_UPLOAD * PHOTO_MAX_BYTES,
};

const RETRY_AFTER_S = 3;
const MESSAGE = 'Other photos are on their way. Please wait a moment.';

/** Reserved before slow callers can fill it. Without room a call is refused: messages and calls for help need the rest. */
export class MemoryLimit {
  readonly #bounds: Bounds;
  readonly #ofNetwork = new Map<string, number>();
  #total = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Until the returned function is called. @throws {RateLimitExceeded} without room */
  reserve(network: string, bytes: number): () => void {
    const ofNetwork = (this.#ofNetwork.get(network) ?? 0) + bytes;
    if (ofNetwork > this.#bounds.maxOfNetwork || this.#total + bytes > this.#bounds.max)
      throw new RateLimitExceeded(MESSAGE, RETRY_AFTER_S);
    this.#ofNetwork.set(network, ofNetwork);
    this.#total += bytes;
    let isReserved = true;
    return () => {
      if (!isReserved) return;
      isReserved = false;
      this.#total -= bytes;
      const left = this.#ofNetwork.get(network)! - bytes;
      if (left > 0) this.#ofNetwork.set(network, left);
      else this.#ofNetwork.delete(network);
    };
  }
}
