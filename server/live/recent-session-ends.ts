/** Above this number of people every socket that is opening is checked again. */
const MOST_PEOPLE = 1_000;

/**
 * The people whose sessions ended lately, on any node. A session may end after a socket's session was looked up and before
 * the socket is registered; that socket is then checked again.
 */
export class RecentSessionEnds {
  readonly #lastOf = new Map<string, number>();
  #lastOfAll = 0;
  #count = 0;

  /** The present moment, in ended sessions. */
  get now(): number {
    return this.#count;
  }

  add(uid: string): void {
    this.#count += 1;
    this.#lastOf.set(uid, this.#count);
    if (this.#lastOf.size > MOST_PEOPLE) this.addAll();
  }

  /** Any session may have ended. */
  addAll(): void {
    this.#count += 1;
    this.#lastOfAll = this.#count;
    this.#lastOf.clear();
  }

  /** Whether a session of this person may have ended after that moment. */
  hasSince(uid: string, moment: number): boolean {
    return Math.max(this.#lastOfAll, this.#lastOf.get(uid) ?? 0) > moment;
  }
}
