import type { Mood } from '#contract/moods.ts';
import { newId } from '#contract/new-id.ts';
import type { SharedMood } from '#contract/views.ts';
import { CallError } from '#web/http.ts';
import { createStore } from '#web/store.ts';

/** A choice that is not known to be stored. */
export interface WaitingChoice {
  mood: Mood;
  /** The server stores a choice once, however often it is sent under this id. */
  requestId: string;
  /** When it was made, in milliseconds by this browser's clock. */
  at: number;
  /** Whether it was sent over a connection: then it may be stored, and the answer lost. */
  mayHaveArrived?: boolean;
}

/** What the notice on all screens says. */
export type MoodNotice =
  | { kind: 'waiting' | 'expired'; choice: WaitingChoice }
  /** `isRead`: the screen of the choice has already announced it. */
  | { kind: 'shared'; shared: SharedMood; isRead: boolean };

/** A call for help that arrives later is stale and helps nobody. */
const WAIT_MS = 10 * 60_000;
const RETRY_MS = 5_000;

type Send = (choice: WaitingChoice) => Promise<SharedMood>;

/**
 * Shares one person's moods. Without a connection the newest choice waits in the browser's storage, so it survives a reload,
 * and is tried again for ten minutes. Two tabs that try it share one choice.
 */
export class MoodSender {
  readonly notice = createStore<MoodNotice | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: string | undefined;
  /** For browsers that forbid storage. */
  #kept: WaitingChoice | null = null;
  readonly #key: string;
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly #send: Send;

  readonly #isOnline: () => boolean;

  constructor(
    uid: string,
    storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
    send: Send,
    isOnline: () => boolean = () => navigator.onLine,
  ) {
    this.#key = `mood:${uid}`;
    this.#storage = storage;
    this.#send = send;
    this.#isOnline = isOnline;
  }

  /** Sends a choice. @returns null when it waits for a connection. @throws {CallError} when the server refused it */
  async share(mood: Mood): Promise<SharedMood | null> {
    const choice = { mood, requestId: newId(), at: Date.now() };
    this.dismiss();
    // Before the answer: a reload meanwhile must not lose it.
    this.#store(choice);
    return this.#attempt(choice);
  }

  /** Goes on with a choice that a reload interrupted. */
  resume(): void {
    const choice = this.#waiting;
    if (choice) void this.#retry(choice);
  }

  /** Stops trying in this tab. The choice stays stored, until another person signs in. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Gives the waiting choice up, and closes the notice. */
  dismiss(): void {
    this.#forget();
    this.notice.set(null);
  }

  /** Shows on the next screen what the screen of the choice has already announced. */
  show(shared: SharedMood): void {
    this.notice.set({ kind: 'shared', shared, isRead: true });
  }

  async #retry(choice: WaitingChoice): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#sending === choice.requestId) return;
    try {
      const shared = await this.#attempt(choice);
      if (shared) this.notice.set({ kind: 'shared', shared, isRead: false });
    } catch (error) {
      // The server refuses it for good: to wait longer would not help.
      console.info('A waiting mood was refused.', error);
      this.notice.set({ kind: 'expired', choice });
    }
  }

  /** @returns null when the choice goes on waiting, or was given up meanwhile */
  async #attempt(made: WaitingChoice): Promise<SharedMood | null> {
    if (isOver(made)) return this.#expire(made);
    const choice = this.#isOnline() ? { ...made, mayHaveArrived: true } : made;
    // Before it is sent: a reload meanwhile must not make it look unsent.
    if (this.#waiting?.requestId === choice.requestId) this.#store(choice);
    this.#sending = choice.requestId;
    try {
      const shared = await this.#send(choice);
      this.#settle(choice);
      return shared;
    } catch (error) {
      if (isPassing(error)) return this.#wait(choice);
      this.#settle(choice);
      throw error;
    } finally {
      if (this.#sending === choice.requestId) this.#sending = undefined;
    }
  }

  #wait(choice: WaitingChoice): null {
    if (this.#waiting?.requestId !== choice.requestId) return null;
    if (isOver(choice)) return this.#expire(choice);
    this.notice.set({ kind: 'waiting', choice });
    const left = Math.max(0, choice.at + WAIT_MS - Date.now());
    this.#timer = setTimeout(() => this.resume(), Math.min(RETRY_MS, left + 1));
    return null;
  }

  #expire(choice: WaitingChoice): null {
    this.notice.set({ kind: 'expired', choice });
    return null;
  }

  #settle({ requestId }: WaitingChoice): void {
    if (this.#waiting?.requestId === requestId) this.#forget();
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#kept = null;
    try {
      this.#storage.removeItem(this.#key);
    } catch {
      // This browser forbids storage, so there is nothing to remove.
    }
  }

  get #waiting(): WaitingChoice | null {
    try {
      return JSON.parse(this.#storage.getItem(this.#key) ?? 'null') ?? this.#kept;
    } catch {
      return this.#kept;
    }
  }

  #store(choice: WaitingChoice): void {
    this.#kept = choice;
    try {
      this.#storage.setItem(this.#key, JSON.stringify(choice));
    } catch (error) {
      console.info('A mood could not be stored for a reload.', error);
    }
  }
}

/** Also when the clock was set back by more than that. */
function isOver({ at }: WaitingChoice): boolean {
  return Math.abs(Date.now() - at) >= WAIT_MS;
}

function isPassing(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'offline' || error.code === 'unavailable');
}
