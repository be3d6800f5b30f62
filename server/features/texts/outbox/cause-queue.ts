import type pg from 'pg';
import type { TextCause } from '#server/database/schema.ts';
import { type ClaimedCause, claimCauses, renewCauses } from './claim-causes.ts';
import { type ClaimedText, claimedText, type Links } from './claimed-text.ts';
import { type DueText, findDetails, textsOf } from './due-texts.ts';
import { findRecipients } from './find-recipients.ts';
import { findUndone } from './find-undone.ts';

interface Parts {
  pool: pg.Pool;
  links: Links;
  leaseMs: number;
  /** As for `isTextable`. */
  needsProof: boolean;
}

interface Places {
  all: number;
  support: number;
}

/** A claimed cause, and how far its texts have come. */
interface Held {
  cause: ClaimedCause;
  /** Texts whose details have not been read yet, in reverse order. */
  waiting: DueText[];
  /** Texts without a stored outcome. */
  open: number;
}

/** How many texts may be ready to be sent: a fast gateway takes them in some milliseconds. */
const AHEAD_MAX = 500;
/** A text that has been ready for longer is read again, because numbers and settings may have changed. */
const FRESH_MS = 5_000;

/**
 * The texts of claimed causes, calls for support first. It reads their details shortly before they are sent, further ahead
 * when the gateway is fast. Leases are renewed while the work goes on.
 */
export class CauseQueue {
  readonly #parts: Parts;
  readonly #held = new Map<ClaimedCause, Held>();
  #ready: { text: ClaimedText; readAt: number }[] = [];
  /** How many texts were sent since the last look. */
  #taken = 0;
  #renewAt = 0;
  /** The last third of a lease is for attempts under way. */
  #safeUntil = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Claims causes and reads the details of their texts for the free places.
   * @param open the causes that there is budget for; null for all
   * @returns whether to look again at once, because nothing that it found was due
   */
  async fill({ all, support }: Places, open: readonly TextCause[] | null): Promise<boolean> {
    const isOpen = (cause: TextCause) => open === null || open.includes(cause);
    await this.#renew();
    this.#putBackStale();
    await this.#release(({ cause }) => !isOpen(cause));
    const limit = Math.max(support, Math.min(AHEAD_MAX, 2 * this.#taken)) - this.#ready.length;
    this.#taken = 0;
    if (support <= 0 || !isOpen('mood')) return false;
    // Calls for support never wait behind texts that were read ahead.
    const supportOnly = all <= 0 || !isOpen('message') || limit <= 0;
    const found = await this.#findTexts(supportOnly ? support : limit, supportOnly, support);
    return found && this.#ready.length === 0;
  }

  /**
   * @param places the free places, which calls for support fill before others, also calls to few friends each
   * @returns whether there was anything to look at
   */
  async #findTexts(limit: number, supportOnly: boolean, places: number): Promise<boolean> {
    const missing = limit - this.#waiting(supportOnly);
    // Further calls are left to other workers while these have enough to send.
    const isEnough = this.#waiting(true) >= limit;
    const first = isEnough ? [] : await this.#claim(Math.max(missing, 1), supportOnly || missing <= 0);
    for (let claimed = first; claimed.some(({ priority }) => priority === 0) && this.#waiting(true) < places; )
      claimed = await this.#claim(1, true);
    const looked = await this.#read(limit, supportOnly);
    return first.length + looked > 0;
  }

  /**
   * Gives up the texts of choices that were taken back, except those under way.
   * @returns these texts, which need an outcome
   */
  async takeUndone(): Promise<DueText[]> {
    const held = [...this.#held.values()].filter(({ cause }) => cause.choice !== null);
    if (held.length === 0) return [];
    const undone = await findUndone(
      this.#parts.pool,
      held.map(({ cause }) => cause.choice!),
    );
    const taken = held.filter(({ cause }) => undone.has(cause.choice!)).flatMap(({ waiting }) => waiting.splice(0));
    const isTaken = ({ text }: { text: ClaimedText }) => undone.has(text.due!.cause.choice!);
    taken.push(...this.#ready.filter(isTaken).map(({ text }) => text.due!));
    this.#ready = this.#ready.filter((ready) => !isTaken(ready));
    return taken;
  }

  async #claim(limit: number, supportOnly: boolean): Promise<ClaimedCause[]> {
    const { pool, leaseMs, needsProof } = this.#parts;
    const held = [...this.#held.keys()].map(({ id }) => id);
    const causes = await claimCauses(pool, { limit, leaseMs, held, supportOnly });
    for (const cause of causes) {
      if (!cause.ids) cause.ids = await findRecipients(pool, cause, needsProof);
      const waiting = textsOf(cause).reverse();
      this.#held.set(cause, { cause, waiting, open: waiting.length });
    }
    return causes;
  }

  /** @returns how many texts it looked at */
  async #read(limit: number, supportOnly: boolean): Promise<number> {
    const texts: DueText[] = [];
    for (const { waiting } of this.#inOrder(supportOnly))
      while (waiting.length > 0 && texts.length < limit) texts.push(waiting.pop()!);
    let details: Awaited<ReturnType<typeof findDetails>>;
    try {
      details = await findDetails(this.#parts.pool, texts);
    } catch (error) {
      for (const text of texts.reverse()) this.#held.get(text.cause)?.waiting.push(text);
      throw error;
    }
    const found = new Map(details.map((each) => [each.id, each]));
    const readAt = performance.now();
    for (const due of texts) {
      const one = found.get(due.id);
      const text = one && claimedText(one, this.#parts.links, due);
      if (text) this.#ready.push({ text, readAt });
      else this.#settleOne(due);
    }
    this.#ready.sort((a, b) => Number(a.text.cause !== 'mood') - Number(b.text.cause !== 'mood'));
    return texts.length;
  }

  /** The texts that are ready to be sent. */
  get ready(): ClaimedText[] {
    return this.#ready.map(({ text }) => text);
  }

  /** Whether it holds texts that ask for support and wait for a place. */
  get hasSupport(): boolean {
    return this.#ready[0]?.text.cause === 'mood' || this.#inOrder(true).some(({ waiting }) => waiting.length > 0);
  }

  /** The next text to send; none while a lease may end before its attempt does. */
  next(supportOnly: boolean): ClaimedText | undefined {
    if (performance.now() > this.#safeUntil) return;
    if (supportOnly && this.#ready[0]?.text.cause !== 'mood') return;
    const next = this.#ready.shift();
    if (next) this.#taken += 1;
    return next?.text;
  }

  /** The causes without open texts once these are settled. */
  doneAfter(texts: readonly DueText[]): ClaimedCause[] {
    const settled = new Map<ClaimedCause, number>();
    for (const { cause } of texts) settled.set(cause, (settled.get(cause) ?? 0) + 1);
    return [...this.#held.values()]
      .filter(({ cause, open }) => open === (settled.get(cause) ?? 0))
      .map(({ cause }) => cause);
  }

  /** The outcomes of these texts are stored, and these causes are removed. */
  settle(texts: readonly DueText[], done: readonly ClaimedCause[]): void {
    for (const text of texts) this.#settleOne(text);
    for (const cause of done) this.#held.delete(cause);
  }

  /** Leaves the rest to other workers. */
  release(): Promise<void> {
    return this.#release(() => true);
  }

  async #release(which: (cause: ClaimedCause) => boolean): Promise<void> {
    const dropped = [...this.#held.values()].filter(({ cause }) => which(cause));
    // A cause keeps its lease while one of its texts is being sent.
    const idle = dropped.filter(({ cause, waiting, open }) => open === waiting.length + this.#readyOf(cause));
    this.#drop(which);
    await renewCauses(
      this.#parts.pool,
      idle.map(({ cause }) => cause),
      0,
    );
  }

  #readyOf(cause: ClaimedCause): number {
    return this.#ready.filter(({ text }) => text.due!.cause === cause).length;
  }

  #settleOne({ cause }: DueText): void {
    const held = this.#held.get(cause);
    if (held) held.open -= 1;
  }

  /** How many texts wait for their details. */
  #waiting(supportOnly: boolean): number {
    return this.#inOrder(supportOnly).reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  #inOrder(supportOnly: boolean): Held[] {
    const held = [...this.#held.values()].filter(({ cause }) => !supportOnly || cause.priority === 0);
    return held.sort((a, b) => a.cause.priority - b.cause.priority);
  }

  async #renew(): Promise<void> {
    const now = performance.now();
    if (now < this.#renewAt) return;
    const { pool, leaseMs } = this.#parts;
    const still = await renewCauses(pool, [...this.#held.keys()], leaseMs);
    this.#renewAt = now + leaseMs / 3;
    this.#safeUntil = now + (leaseMs * 2) / 3;
    // Another worker has taken the others over.
    this.#drop(({ id }) => !still.has(id));
  }

  #putBackStale(): void {
    const now = performance.now();
    const stale = this.#ready.filter(({ readAt }) => now - readAt > FRESH_MS);
    if (stale.length === 0) return;
    this.#ready = this.#ready.filter(({ readAt }) => now - readAt <= FRESH_MS);
    for (const { text } of stale.reverse()) this.#held.get(text.due!.cause)?.waiting.push(text.due!);
  }

  #drop(which: (cause: ClaimedCause) => boolean): void {
    for (const cause of [...this.#held.keys()]) if (which(cause)) this.#held.delete(cause);
    this.#ready = this.#ready.filter(({ text }) => this.#held.has(text.due!.cause));
  }
}
