import { useMemo } from 'react';
import { newId } from '#contract/new-id.ts';
import type { Photo } from '#contract/photos.ts';
import type { Quote } from '#contract/views.ts';
import { createStore, type Store, useStore } from '#web/store.ts';

/** A message that was written here and is not known to be stored yet. */
export interface OutgoingMessage {
  /** Made here. The server stores a message once, however often it is sent under this id. */
  id: string;
  receiver: string;
  content: string;
  /** The message that it answers. */
  quote?: Quote | undefined;
  /** When it was written, in milliseconds by this browser's clock. The queue's order. */
  at: number;
  /** The tab in which it was written. */
  tab: string;
  /** Its photos. Their bytes are in photos/photo-store.ts. */
  photos?: Photo[];
  /** Whether the server has them all, so that the message can be sent. */
  areUploaded?: boolean;
}

/**
 * One person's outgoing messages, oldest first. Each has its own key in the browser's storage until it is stored or refused:
 * it survives a reload and a closed tab, and tabs never overwrite each other's messages. Without storage the messages live
 * as long as the page.
 */
export class OutgoingQueue {
  readonly messages: Store<readonly OutgoingMessage[]>;
  readonly #prefix: string;
  readonly #storage: Storage;

  constructor(uid: string, storage: Storage) {
    this.#prefix = `outgoing:${uid}:`;
    this.#storage = storage;
    this.messages = createStore<readonly OutgoingMessage[]>(this.#readAll());
  }

  list(): readonly OutgoingMessage[] {
    return this.messages.get();
  }

  /** Adds a message, or replaces the one that has its id. */
  add(message: OutgoingMessage): void {
    try {
      this.#storage.setItem(this.#prefix + message.id, JSON.stringify(message));
    } catch (error) {
      console.info('An outgoing message could not be stored for a reload.', error);
    }
    const isNew = !this.list().some(({ id }) => id === message.id);
    this.#change(
      isNew ? [...this.list(), message] : this.list().map((each) => (each.id === message.id ? message : each)),
    );
  }

  /** Replaces a message, unless it has been removed. */
  update(message: OutgoingMessage): void {
    if (this.list().some(({ id }) => id === message.id)) this.add(message);
  }

  /** Removes a stored or refused message. False when it was not in the queue. */
  remove(id: string): boolean {
    if (!this.list().some((message) => message.id === id)) return false;
    this.#storage.removeItem(this.#prefix + id);
    this.#change(this.list().filter((message) => message.id !== id));
    return true;
  }

  /** Takes over a change of the storage that another tab made. */
  applyStorageEvent({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void {
    if (!key?.startsWith(this.#prefix)) return;
    const others = this.list().filter((message) => this.#prefix + message.id !== key);
    const message = parse(newValue);
    this.#change(message === null ? others : [...others, message]);
  }

  #readAll(): OutgoingMessage[] {
    const keys = Array.from({ length: this.#storage.length }, (_, index) => this.#storage.key(index) ?? '');
    const texts = keys.filter((key) => key.startsWith(this.#prefix)).map((key) => this.#storage.getItem(key));
    return texts
      .map(parse)
      .filter((message) => message !== null)
      .sort(byTime);
  }

  #change(messages: OutgoingMessage[]): void {
    this.messages.set(messages.sort(byTime));
  }
}

/** Outgoing queues by the uid of their writer. */
const queues = createStore<ReadonlyMap<string, OutgoingQueue>>(new Map(), { isPersonal: true });

/** This tab's queue of a person's messages. It survives a sign-out: its messages go out when the person signs in again. */
export function outgoingQueue(uid: string): OutgoingQueue {
  const known = queues.get().get(uid);
  if (known) return known;
  const queue = new OutgoingQueue(uid, localStorage);
  queues.set(new Map([[uid, queue]]));
  return queue;
}

/** Queues a message. It is shown at once, and delivered as soon as possible. @returns its id */
export function queueMessage(
  me: string,
  receiver: string,
  content: string,
  { quote, photos }: Pick<OutgoingMessage, 'quote' | 'photos'> = {},
): string {
  const queue = outgoingQueue(me);
  // Keeps the order of two messages in one millisecond, and after the clock was set back.
  const at = Math.max(Date.now(), (queue.list().at(-1)?.at ?? 0) + 1);
  const id = newId();
  queue.add({ id, receiver, content, at, tab: tabId(), ...(quote && { quote }), ...(photos && { photos }) });
  return id;
}

/** `me`'s outgoing messages to `other`, oldest first. */
export function useOutgoing(me: string, other: string): OutgoingMessage[] {
  const all = useStore(outgoingQueue(me).messages);
  return useMemo(() => all.filter(({ receiver }) => receiver === other), [all, other]);
}

let currentTabId: string | undefined;

/** This tab's id. It stays the same after a reload, so that the tab goes on delivering its messages. */
export function tabId(): string {
  if (currentTabId) return currentTabId;
  currentTabId = sessionStorage.getItem('tab') ?? newId();
  try {
    sessionStorage.setItem('tab', currentTabId);
  } catch {
    // Full storage: after a reload this tab has a new id, and delivers its earlier messages 20 s later.
  }
  return currentTabId;
}

function byTime(one: OutgoingMessage, other: OutgoingMessage): number {
  return one.at - other.at;
}

function parse(text: string | null): OutgoingMessage | null {
  try {
    return JSON.parse(text ?? 'null') as OutgoingMessage | null;
  } catch {
    return null;
  }
}
