import { ProductError } from '#contract/errors.ts';
import { PHOTO_MAX_BYTES } from '#contract/limits.ts';
import { RateLimitExceeded } from '#server/limits/index.ts';

/** A photo is in memory as it came, without its metadata, and as the statement's parameter. */
const COPIES = 3;
/** Enough for three of the largest photos at once, or for fifty as browsers make them. */
const MAX_BYTES = 3 * COPIES * PHOTO_MAX_BYTES;
/** One network cannot take it all from the others by uploading slowly. */
const MAX_BYTES_OF_NETWORK = MAX_BYTES / 3;
const RETRY_AFTER_S = 3;
const MESSAGE = 'Other photos are on their way. Please wait a moment.';

/**
 * The memory of this node for photos that are being uploaded, by their declared sizes. Without room an upload is refused, and the
 * browser tries again. It fails closed: messages and calls for help need the rest of the memory.
 */
export class UploadMemory {
  readonly #ofNetwork = new Map<string, number>();
  #total = 0;

  /**
   * Runs an upload within the memory.
   * @param bytes the declared size; HTTP reads no more than that
   * @throws {RateLimitExceeded} at once, without reading anything, while there is no room
   */
  async use<Result>(network: string, bytes: number, upload: () => Promise<Result>): Promise<Result> {
    if (bytes > PHOTO_MAX_BYTES) throw new ProductError('too_large');
    const needed = COPIES * bytes;
    const ofNetwork = (this.#ofNetwork.get(network) ?? 0) + needed;
    if (ofNetwork > MAX_BYTES_OF_NETWORK || this.#total + needed > MAX_BYTES)
      throw new RateLimitExceeded(MESSAGE, RETRY_AFTER_S);
    this.#ofNetwork.set(network, ofNetwork);
    this.#total += needed;
    try {
      return await upload();
    } finally {
      this.#total -= needed;
      const left = this.#ofNetwork.get(network)! - needed;
      if (left > 0) this.#ofNetwork.set(network, left);
      else this.#ofNetwork.delete(network);
    }
  }
}
