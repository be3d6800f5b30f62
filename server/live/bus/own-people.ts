interface OwnPerson {
  sockets: number;
  /** The change of this node that announced the person. */
  n: number;
}

/** The people with sockets on this node, also those whose last socket has closed lately. */
export class OwnPeople {
  readonly #byUid = new Map<string, OwnPerson>();
  #idle = new Set<string>();
  #idleLonger = new Set<string>();

  get all(): Iterable<string> {
    return this.#byUid.keys();
  }

  /** @param announce called for a new person. @returns the change that announces them */
  addSocket(uid: string, announce: () => number): number {
    const person = this.#byUid.get(uid) ?? { sockets: 0, n: announce() };
    this.#byUid.set(uid, person);
    person.sockets += 1;
    this.#idle.delete(uid);
    this.#idleLonger.delete(uid);
    return person.n;
  }

  removeSocket(uid: string): void {
    const person = this.#byUid.get(uid);
    if (!person) return;
    person.sockets -= 1;
    if (person.sockets === 0) this.#idle.add(uid);
  }

  /** Removes and returns those who have had no socket for the whole time between the last two calls. */
  removeIdle(): string[] {
    const gone = [...this.#idleLonger];
    for (const uid of gone) this.#byUid.delete(uid);
    this.#idleLonger = this.#idle;
    this.#idle = new Set();
    return gone;
  }

  /** Those whom this node announced after one change, up to another. */
  announcedBetween(after: number, upTo: number): string[] {
    return [...this.#byUid].filter(([, { n }]) => n > after && n <= upTo).map(([uid]) => uid);
  }

  /** The next list announces all of them as change 0. */
  announceAllAgain(): void {
    for (const person of this.#byUid.values()) person.n = 0;
  }
}
