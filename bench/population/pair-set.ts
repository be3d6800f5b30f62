/** Pairs of people as a set: ten million of them in one sorted array, and what has changed since beside it. */
export class PairSet {
  readonly #people: number;
  readonly #sorted: Float64Array;
  readonly #repeated = new Set<number>();
  readonly #gone = new Set<number>();
  readonly #added = new Set<number>();

  constructor(people: number, one: Uint32Array, other: Uint32Array) {
    this.#people = people;
    this.#sorted = Float64Array.from(one, (person, pair) => this.#keyOf(person, other[pair]!)).sort();
    for (let i = 1; i < this.#sorted.length; i += 1) {
      if (this.#sorted[i] === this.#sorted[i - 1]) this.#repeated.add(this.#sorted[i]!);
    }
  }

  has(a: number, b: number): boolean {
    const key = this.#keyOf(a, b);
    return this.#added.has(key) || (!this.#gone.has(key) && this.#wasGiven(key));
  }

  /** Whether the pair was given more than once at the beginning. */
  isRepeated(a: number, b: number): boolean {
    return this.#repeated.has(this.#keyOf(a, b));
  }

  delete(a: number, b: number): void {
    const key = this.#keyOf(a, b);
    this.#added.delete(key);
    this.#gone.add(key);
  }

  add(a: number, b: number): void {
    this.#added.add(this.#keyOf(a, b));
  }

  #keyOf(a: number, b: number): number {
    return Math.min(a, b) * this.#people + Math.max(a, b);
  }

  #wasGiven(key: number): boolean {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#sorted[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return this.#sorted[low] === key;
  }
}
