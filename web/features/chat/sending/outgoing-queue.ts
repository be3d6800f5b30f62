import { Listeners } from '#web/live/index.ts';
import type { OutgoingMessage } from './outgoing-message.ts';

/**
 * One person's messages on their way, oldest first. Each is kept in the browser's storage under a key of its own until
 * it is stored or refused, so that neither a reload nor a closed tab loses one, and several tabs never write over each
 * other's. A browser that forbids storage keeps them as long as the page lives.
 */
export class OutgoingQueue {
  #messages: readonly OutgoingMessage[];
  readonly #prefix: string;
  readonly #storage: Storage;
  readonly #listeners = new Listeners<void>();

  constructor(uid: string, storage: Storage) {
    this.#prefix = `outgoing:${uid}:`;
    this.#storage = storage;
    this.#messages = this.#readAll();
  }

  /** The same array until something changes. */
  list(): readonly OutgoingMessage[] {
    return this.#messages;
  }

  add(message: OutgoingMessage): void {
    try {
      this.#storage.setItem(this.#prefix + message.id, JSON.stringify(message));
    } catch (error) {
      console.info('A message on its way could not be kept for a reload.', error);
    }
    this.#change([...this.#messages, message]);
  }

  /** It is stored or refused. False when it was not in the queue any more. */
  remove(id: string): boolean {
    if (!this.#messages.some((message) => message.id === id)) return false;
    this.#storage.removeItem(this.#prefix + id);
    this.#change(this.#messages.filter((message) => message.id !== id));
    return true;
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Another tab's storage changed: what it added is on its way here too, what it removed is settled. */
  take({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void {
    if (!key?.startsWith(this.#prefix)) return;
    const others = this.#messages.filter((message) => this.#prefix + message.id !== key);
    const message = read(newValue);
    this.#change(message === null ? others : [...others, message]);
  }

  #readAll(): OutgoingMessage[] {
    const keys = Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index) ?? '');
    const texts = keys.filter((key) => key.startsWith(this.#prefix)).map((key) => this.#storage.getItem(key));
    return texts
      .map(read)
      .filter((message) => message !== null)
      .sort(byTime);
  }

  #change(messages: OutgoingMessage[]): void {
    this.#messages = messages.sort(byTime);
    this.#listeners.tell();
  }
}

function byTime(one: OutgoingMessage, other: OutgoingMessage): number {
  return one.at - other.at;
}

function read(text: string | null): OutgoingMessage | null {
  try {
    return JSON.parse(text ?? 'null') as OutgoingMessage | null;
  } catch {
    return null;
  }
}
