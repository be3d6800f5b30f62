import { SESSION_ENDED_CLOSE_CODE } from '#contract/limits.ts';
import type { ClientFrame, LiveEvent } from '#contract/live.ts';
import { Listeners } from '../listeners.ts';
import { reconnectDelay } from './reconnect-delay.ts';

export type LiveStatus = 'connecting' | 'open' | 'lost';

export type LiveEventOf<Type extends LiveEvent['type']> = Extract<LiveEvent, { type: Type }>;

/** A connection that held this long was a good one: after it the waiting begins anew. */
const STEADY_MS = 10_000;

/**
 * This tab's one live connection. It comes back by itself: after a growing pause, and at once when the network is back
 * or the page is looked at again. Nothing sent while it is not open is kept here: `send` says so by answering false.
 */
export class LiveSocket {
  status: LiveStatus = 'connecting';
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #openedAt = 0;
  #networkIsGone = false;
  #watching: AbortController | null = null;
  readonly #url: string;
  readonly #onSessionDoubt: () => void;
  readonly #events = new Listeners<LiveEvent>();
  readonly #statuses = new Listeners<LiveStatus>();

  constructor(url: string, onSessionDoubt: () => void) {
    this.#url = url;
    this.#onSessionDoubt = onSessionDoubt;
  }

  /** Connects, and stays connected until `stop`. */
  start(): void {
    this.#watching = new AbortController();
    const { signal } = this.#watching;
    window.addEventListener('online', () => this.#networkIsBack(), { signal });
    window.addEventListener('offline', () => this.#networkIsLost(), { signal });
    document.addEventListener('visibilitychange', () => this.#retryNow(), { signal });
    this.#connect();
  }

  stop(): void {
    this.#watching?.abort();
    this.#watching = null;
    this.#leave();
    this.#failures = 0;
    this.#networkIsGone = false;
    this.#setStatus('connecting');
  }

  /** True when the frame was handed to an open socket. Whether it arrived only the server's answer tells. */
  send(frame: ClientFrame): boolean {
    if (this.status !== 'open') return false;
    this.#socket?.send(JSON.stringify(frame));
    return true;
  }

  onEvent(listener: (event: LiveEvent) => void): () => void {
    return this.#events.add(listener);
  }

  onStatus(listener: (status: LiveStatus) => void): () => void {
    return this.#statuses.add(listener);
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#openedAt = Date.now();
      this.#setStatus('open');
    };
    socket.onmessage = ({ data }) => this.#events.tell(JSON.parse(data) as LiveEvent);
    socket.onclose = ({ code }) => this.#closed(code);
  }

  #closed(code: number): void {
    this.#socket = null;
    const wasSteady = this.status === 'open' && Date.now() - this.#openedAt >= STEADY_MS;
    this.#failures = wasSteady ? 1 : this.#failures + 1;
    this.#setStatus('lost');
    // A refused upgrade looks to a browser like a missing server, so after a second failure the session is looked at too.
    if (code === SESSION_ENDED_CLOSE_CODE || this.#failures % 5 === 2) this.#onSessionDoubt();
    if (this.#watching === null || this.#networkIsGone) return;
    this.#timer = setTimeout(() => this.#connect(), reconnectDelay(code, this.#failures - 1));
  }

  #retryNow(): void {
    const waiting = this.#socket === null && !this.#networkIsGone;
    if (waiting && document.visibilityState === 'visible') this.#connect();
  }

  #networkIsBack(): void {
    this.#networkIsGone = false;
    if (this.#socket === null) this.#connect();
  }

  /** A socket does not notice by itself that its network went; what is sent into it would wait for minutes. */
  #networkIsLost(): void {
    this.#networkIsGone = true;
    this.#leave();
    this.#setStatus('lost');
  }

  #leave(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #setStatus(status: LiveStatus): void {
    if (this.status === status) return;
    this.status = status;
    this.#statuses.tell(status);
  }
}
