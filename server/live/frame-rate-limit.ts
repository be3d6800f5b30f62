/** Counts the live frames of each person in the current second, over all their sockets on this node. */
export class FrameRateLimit {
  readonly #maxPerSecond: number;
  readonly #counts = new Map<string, number>();
  #second = 0;

  constructor(maxPerSecond: number) {
    this.#maxPerSecond = maxPerSecond;
  }

  /** Counts one frame. @returns whether it is within the limit */
  allow(uid: string): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#counts.clear();
    }
    const count = (this.#counts.get(uid) ?? 0) + 1;
    this.#counts.set(uid, count);
    return count <= this.#maxPerSecond;
  }
}
