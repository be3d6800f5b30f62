import type { ClientFrame, LiveEvent } from '#contract/live.ts';
import { MADE_ROOM_CLOSE_CODE, SERVER_STOPPING_CLOSE_CODE, SESSION_ENDED_CLOSE_CODE } from '#contract/sizes.ts';
import { unauthorized } from '../calls/http.ts';
import { backoff } from '../calls/retry.ts';
import { createStore, Listeners } from '../store.ts';
import { readStoredUser } from '../stored-user.ts';

export type LiveStatus = 'connecting' | 'open' | 'lost';

export type LiveEventOf<Type extends LiveEvent['type']> = Extract<LiveEvent, { type: Type }>;

/** A connection that lasted this long resets the reconnect pause. */
const STEADY_MS = 10_000;

/**
 * This tab's one live connection. It reconnects by itself: after a growing pause, and at once when the network returns or
 * the page becomes visible. It keeps no unsent frames: `send` returns false while the connection is not open.
 */
export class LiveSocket {
  readonly status = createStore<LiveStatus>('connecting');
  #uid: string | undefined;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #openedAt = 0;
  #isOffline = false;
  #listening: AbortController | null = null;
  readonly #events = new Listeners<LiveEvent>();

  start(uid: string): void {
    this.#uid = uid;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    window.addEventListener('online', () => this.#goOnline(), { signal });
    window.addEventListener('offline', () => this.#goOffline(), { signal });
    document.addEventListener('visibilitychange', () => this.#reconnectIfVisible(), { signal });
    this.#connect();
  }

  stop(): void {
    this.#listening?.abort();
    this.#listening = null;
    this.#disconnect();
    this.#failures = 0;
    this.#isOffline = false;
    this.status.set('connecting');
  }

  /** True when an open socket took the frame. Only the server's answer says that it arrived. */
  send(frame: ClientFrame): boolean {
    // While the server closes it, the browser drops frames; `onclose` follows.
    if (this.status.get() !== 'open' || this.#socket?.readyState !== WebSocket.OPEN) return false;
    if (readStoredUser()?.uid !== this.#uid) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  onEvent(listener: (event: LiveEvent) => void): () => void {
    return this.#events.add(listener);
  }

  #connect(): void {
    clearTimeout(this.#timer);
    // The cookie is another person's, and this page does not know yet.
    if (readStoredUser()?.uid !== this.#uid) return void this.#onClose(SESSION_ENDED_CLOSE_CODE);
    const socket = new WebSocket('/api/live');
    this.#socket = socket;
    socket.onopen = () => {
      this.#openedAt = Date.now();
      this.status.set('open');
    };
    socket.onmessage = ({ data }) => this.#events.notify(JSON.parse(data));
    socket.onclose = ({ code }) => this.#onClose(code);
  }

  #onClose(code: number): void {
    this.#socket = null;
    const wasSteady = this.status.get() === 'open' && Date.now() - this.#openedAt >= STEADY_MS;
    this.#failures = wasSteady ? 1 : this.#failures + 1;
    this.status.set('lost');
    // To a browser a refused upgrade looks like a missing server. So the session is checked after the second failure in a row,
    // and after every fifth one from there.
    if (code === SESSION_ENDED_CLOSE_CODE || this.#failures % 5 === 2) unauthorized.notify();
    if (this.#listening === null || this.#isOffline) return;
    this.#timer = setTimeout(() => this.#connect(), reconnectDelay(code, this.#failures - 1));
  }

  #reconnectIfVisible(): void {
    const waiting = this.#socket === null && !this.#isOffline;
    if (waiting && document.visibilityState === 'visible') this.#connect();
  }

  #goOnline(): void {
    this.#isOffline = false;
    if (this.#socket === null) this.#connect();
  }

  /** Closes the socket: it does not notice a lost network by itself, and would swallow frames for minutes. */
  #goOffline(): void {
    this.#isOffline = true;
    this.#disconnect();
    this.status.set('lost');
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}

/** This tab's. */
export const liveSocket = new LiveSocket();

/** Time for the session check. If it finds the person signed out, the socket is stopped and never reconnects. */
const AFTER_SESSION_END_MS = 5_000;

/** A stopping server needs a moment to restart. The spread keeps its browsers from reconnecting all at once. */
const AFTER_STOP_MS = 1_000;
const SPREAD_AFTER_STOP_MS = 3_000;

/** The server closed this tab for a newer one: if it reconnected at once, it would push out the next tab. */
const AFTER_MAKING_ROOM_MS = 60_000;

/** In ms. @param code the last connection's close code @param failures in a row before this one */
export function reconnectDelay(code: number, failures: number, random: () => number = Math.random): number {
  if (code === SESSION_ENDED_CLOSE_CODE) return AFTER_SESSION_END_MS;
  if (code === MADE_ROOM_CLOSE_CODE) return AFTER_MAKING_ROOM_MS;
  if (code === SERVER_STOPPING_CLOSE_CODE) return AFTER_STOP_MS + SPREAD_AFTER_STOP_MS * random();
  return backoff(failures, random);
}
