/** Counts the live frames of each person, or network, in the current second, over all their sockets on this node. */
export class FrameRateLimit<Key = string> {
  readonly #maxPerSecond: number;
  readonly #counts = new Map<Key, number>();
  #second = 0;

  constructor(maxPerSecond: number) {
    this.#maxPerSecond = maxPerSecond;
  }

  allow(key: Key, frames = 1): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#counts.clear();
    }
    const count = (this.#counts.get(key) ?? 0) + frames;
    this.#counts.set(key, count);
    return count <= this.#maxPerSecond;
  }
}
