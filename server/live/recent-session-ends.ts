/** Above this number of people every socket that is opening is checked again. */
const MOST_PEOPLE = 1_000;

/** Sessions that ended after a socket's session was looked up and before it is registered: that socket is checked again. */
export class RecentSessionEnds {
  readonly #lastOf = new Map<string, number>();
  #lastOfAll = 0;
  #count = 0;

  get now(): number {
    return this.#count;
  }

  add(uid: string): void {
    this.#count += 1;
    this.#lastOf.set(uid, this.#count);
    if (this.#lastOf.size > MOST_PEOPLE) this.addAll();
  }

  addAll(): void {
    this.#count += 1;
    this.#lastOfAll = this.#count;
    this.#lastOf.clear();
  }

  hasSince(uid: string, moment: number): boolean {
    return Math.max(this.#lastOfAll, this.#lastOf.get(uid) ?? 0) > moment;
  }
}
