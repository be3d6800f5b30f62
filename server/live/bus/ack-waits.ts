interface Wait {
  n: number;
  resolve(): void;
}

/** Sockets that wait until the other nodes have acknowledged a change of this node. */
export class AckWaits {
  readonly #timeoutMs: number;
  readonly #onTimeout: (n: number) => void;
  #waits: Wait[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param onTimeout called for the longest wait when it has lasted for one to two time-outs */
  constructor(timeoutMs: number, onTimeout: (n: number) => void) {
    this.#timeoutMs = timeoutMs;
    this.#onTimeout = onTimeout;
  }

  add(n: number): Promise<void> {
    return new Promise((resolve) => void this.#waits.push({ n, resolve }));
  }

  settle(isAcknowledged: (n: number) => boolean): void {
    const left: Wait[] = [];
    for (const wait of this.#waits) {
      if (isAcknowledged(wait.n)) wait.resolve();
      else left.push(wait);
    }
    this.#waits = left;
  }

  startTimer(): void {
    const [oldest] = this.#waits;
    if (!oldest || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#waits.includes(oldest)) this.#onTimeout(oldest.n);
      this.startTimer();
    }, this.#timeoutMs).unref();
  }

  stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
