/** How many live frames each person has sent in the current second, on all their sockets together. Who is silent costs nothing. */
export class FrameCounts {
  readonly #most: number;
  readonly #came = new Map<string, number>();
  #second = 0;

  /** @param most so many are welcome from a person in a second */
  constructor(most: number) {
    this.#most = most;
  }

  /** Counts one more. @returns whether it is welcome */
  isWelcome(uid: string): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#came.clear();
    }
    const came = (this.#came.get(uid) ?? 0) + 1;
    this.#came.set(uid, came);
    return came <= this.#most;
  }
}
