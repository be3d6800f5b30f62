import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import type { LiveEvent } from '../../contract/live.ts';

type Type = LiveEvent['type'];
type Event<T extends Type> = Extract<LiveEvent, { type: T }>;

/** One open live connection, and what came through it. */
export class LiveClient {
  /** How it ended. */
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #ws: WebSocket;
  #untaken: LiveEvent[] = [];
  #arrival = Promise.withResolvers<void>();

  /** @throws {Refused} when there was no upgrade */
  static async open(address: string, headers: Record<string, string>): Promise<LiveClient> {
    const ws = new WebSocket(address, { headers });
    const client = new LiveClient(ws);
    const refused = Promise.withResolvers<never>();
    ws.once('unexpected-response', async (_, response: IncomingMessage) => {
      refused.reject(new Refused(response.statusCode!, JSON.parse(await text(response))));
      ws.terminate();
    });
    await Promise.race([once(ws, 'open'), refused.promise]);
    return client;
  }

  private constructor(ws: WebSocket) {
    this.#ws = ws;
    ws.on('message', (data) => {
      this.#untaken.push(JSON.parse(String(data)));
      this.#arrival.resolve();
      this.#arrival = Promise.withResolvers();
    });
    // What breaks a socket is told by its close.
    ws.on('error', () => {});
    this.closed = new Promise((resolve) => {
      ws.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
    });
  }

  /** @param frame an object goes as JSON; a string or bytes go as they are */
  send(frame: object | string | Buffer): void {
    this.#ws.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
  }

  /** Goes away as a browser does that lost its network. */
  terminate(): void {
    this.#ws.terminate();
  }

  /** Takes the oldest event of a type that was not taken yet, waiting for it if need be. */
  async next<T extends Type>(type: T): Promise<Event<T>> {
    return this.#take((event): event is Event<T> => event.type === type);
  }

  /** Takes the oldest event that was not taken yet, waiting for it if need be. */
  async oldest(): Promise<LiveEvent> {
    return this.#take((event): event is LiveEvent => event !== undefined);
  }

  /** Takes everything that was told to this person before now: the server answers a probe after it. */
  async everything(): Promise<LiveEvent[]> {
    const probe = `probe ${crypto.randomUUID()}`;
    this.send({ type: 'probe', id: probe });
    await this.#take((event): event is LiveEvent => event.type === 'rejected' && event.id === probe);
    return this.#untaken.splice(0);
  }

  async #take<Taken extends LiveEvent>(wanted: (event: LiveEvent) => event is Taken): Promise<Taken> {
    for (;;) {
      const event = this.#untaken.find(wanted);
      if (event) {
        this.#untaken.splice(this.#untaken.indexOf(event), 1);
        return event;
      }
      const end = await Promise.race([this.#arrival.promise, this.closed]);
      if (end) throw new Error(`The live connection closed: ${end.code} ${end.reason}`);
    }
  }
}

/** The answer to a live connection that was not let in. */
class Refused extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}
