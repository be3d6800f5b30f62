import { newId } from '#contract/new-id.ts';
import { backoff } from '../calls/retry.ts';
import { createStore, whenPersonChanges } from '../store.ts';
import { inDatabase } from './database.ts';
import { electTab } from './elect-tab.ts';

/** Something that was written in this browser and is not known to be stored by the server. */
export interface OutboxItem {
  /** Made here. The server stores an item once, however often it is sent under this id. */
  id: string;
  kind: string;
  /** Items of one lane are sent one after the other, oldest first. */
  lane: string;
  owner: string;
  /** When it was written, in milliseconds by this browser's clock: its place in the order. */
  at: number;
  photos?: readonly { id: string }[] | undefined;
  /** It is not sent any more, and stays until it is removed. */
  isOver?: boolean;
}

/** The result of one try. 'done': it can be removed. 'later': not known or not possible now. 'over': it is kept, and not sent any more. */
export type Outcome = 'done' | 'later' | 'over';

/** @param signal aborted when the item was removed, another tab goes on sending, or its writer has signed out */
export type Send = (item: OutboxItem, signal: AbortSignal) => Promise<Outcome>;

type Change = { put: OutboxItem } | { removed: string };

/**
 * What one person has to send: the same in all tabs, and kept over a reload. One tab sends it, the others show it. An item is sent
 * again and again, with growing pauses, until the server has answered.
 */
export class Outbox {
  readonly owner: string;
  readonly items = createStore<readonly OutboxItem[]>([]);
  readonly #sends = new Map<string, Send>();
  readonly #busyLanes = new Set<string>();
  /** They never come back, whatever another tab says that has not heard of it. */
  readonly #removed = new Set<string>();
  readonly #channel: BroadcastChannel;
  readonly #election: ReturnType<typeof electTab>;
  #sending = AbortSignal.abort();
  #retrying = new AbortController();

  constructor(owner: string) {
    this.owner = owner;
    this.#channel = new BroadcastChannel(`outbox ${owner}`);
    // Not sent here: the tab in which it was written takes over.
    this.#channel.onmessage = ({ data }: MessageEvent<Change>) => {
      if ('put' in data) this.#put(data.put);
      else this.#remove(data.removed);
    };
    this.#election = electTab(`outbox ${owner}`, (signal) => {
      this.#sending = signal;
      this.retry();
    });
    window.addEventListener('online', this.retry);
    void this.#load();
  }

  /** Says how items of a kind are sent. From then on they are. */
  register(kind: string, send: Send): void {
    this.#sends.set(kind, send);
    this.retry();
  }

  /** Adds an item. It is shown at once, and sent by this tab as soon as possible. */
  add<Item extends OutboxItem>(written: Omit<Item, 'id' | 'owner' | 'at'>): Item {
    // Keeps the order of two items in one millisecond, and after the clock was set back.
    const at = Math.max(Date.now(), (this.items.get().at(-1)?.at ?? 0) + 1);
    const item = { ...written, id: newId(), owner: this.owner, at } as Item;
    this.#put(item);
    this.#channel.postMessage({ put: item } satisfies Change);
    void inDatabase('readwrite', ({ items }) => {
      const stored = items.put(item);
      // A tab that closes at this moment would abort a transaction that waits for more requests.
      items.transaction.commit();
      return stored;
    });
    this.#election.take();
    this.retry();
    return item;
  }

  async update<Item extends OutboxItem>(id: string, changes: Partial<Item>): Promise<void> {
    const known = this.items.get().find((each) => each.id === id);
    if (!known) return;
    const item = { ...known, ...changes };
    this.#put(item);
    this.#channel.postMessage({ put: item } satisfies Change);
    await inDatabase('readwrite', ({ items }) => {
      const stored = items.get(id);
      stored.onsuccess = () => stored.result && items.put(item);
      return stored;
    });
  }

  /** An item that was sent, refused or taken back, and its photos. @returns whether it was there: of two tabs, one gets true */
  async remove(id: string): Promise<boolean> {
    if (!this.#remove(id)) return false;
    this.#channel.postMessage({ removed: id } satisfies Change);
    const found = await inDatabase<OutboxItem | undefined>('readwrite', ({ items, photos }) => {
      const stored = items.get(id);
      stored.onsuccess = () => {
        items.delete(id);
        for (const photo of stored.result?.photos ?? []) photos.delete(photo.id);
      };
      return stored;
    });
    return found !== undefined;
  }

  /** Sends what waits, without a pause: now a try may succeed. */
  readonly retry = (): void => {
    this.#retrying.abort();
    this.#retrying = new AbortController();
    for (const { lane } of this.items.get()) if (!this.#busyLanes.has(lane)) void this.#runLane(lane);
  };

  /** Sends nothing any more, and hears of no other tab. What is not sent stays in the browser. */
  close(): void {
    window.removeEventListener('online', this.retry);
    this.#election.stop();
    this.#sending = AbortSignal.abort();
    this.#channel.close();
    this.retry();
  }

  async #load(): Promise<void> {
    const stored = await inDatabase<OutboxItem[]>('readonly', ({ items }) => items.getAll());
    const known = new Set(this.items.get().map(({ id }) => id));
    for (const item of stored ?? []) if (item.owner === this.owner && !known.has(item.id)) this.#put(item);
    this.retry();
  }

  #put(item: OutboxItem): void {
    if (this.#removed.has(item.id)) return;
    const others = this.items.get().filter(({ id }) => id !== item.id);
    this.items.set([...others, item].sort((one, other) => one.at - other.at));
  }

  #remove(id: string): boolean {
    this.#removed.add(id);
    const left = this.items.get().filter((item) => item.id !== id);
    const wasShown = left.length < this.items.get().length;
    if (wasShown) this.items.set(left);
    return wasShown;
  }

  async #runLane(lane: string): Promise<void> {
    this.#busyLanes.add(lane);
    let failures = 0;
    for (let item = this.#nextOf(lane); item !== undefined; item = this.#nextOf(lane)) {
      const outcome = await this.#try(item);
      if (outcome === 'done') void this.remove(item.id);
      if (outcome === 'over') void this.update(item.id, { isOver: true });
      if (outcome === 'later') await this.#pause(backoff(failures++));
      else failures = 0;
    }
    this.#busyLanes.delete(lane);
  }

  #nextOf(lane: string): OutboxItem | undefined {
    if (this.#sending.aborted) return undefined;
    return this.items.get().find((item) => item.lane === lane && !item.isOver && this.#sends.has(item.kind));
  }

  async #try(item: OutboxItem): Promise<Outcome> {
    const removing = new AbortController();
    const stopWatching = this.items.subscribe(() => {
      if (!this.items.get().some(({ id }) => id === item.id)) removing.abort();
    });
    const outcome = await this.#sends.get(item.kind)!(item, AbortSignal.any([this.#sending, removing.signal]));
    stopWatching();
    return removing.signal.aborted ? 'done' : outcome;
  }

  /** Until the time is over, or `retry` is called. */
  #pause(ms: number): Promise<unknown> {
    const ending = AbortSignal.any([this.#retrying.signal, AbortSignal.timeout(ms)]);
    return new Promise((resolve) => ending.addEventListener('abort', resolve));
  }
}

let current: Outbox | undefined;

/** This tab's outbox of a person. It stays the same until another person signs in. */
export function outboxOf(owner: string): Outbox {
  if (current?.owner !== owner) {
    current?.close();
    current = new Outbox(owner);
  }
  return current;
}

whenPersonChanges((me) => {
  if (current?.owner === me) return;
  current?.close();
  current = undefined;
});
