/** A process of its own: many browsers, which reconnect and fetch their data again as the web app does. */
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Person } from '#bench/rig/people.ts';
import { reconnectDelay } from '#web/live/reconnect-delay.ts';
import { backoff } from '#web/retry.ts';
import { receiveTask, reply } from './load-process.ts';

export interface ReconnectLoad {
  url: string;
  people: Person[];
}

/** How all browsers were served again after a disturbance: a lost connection, or a `refetch` event. */
export interface Served {
  /** From the first disturbed browser to the last served one. */
  disturbedMs: number;
  /** From the first served browser to the last. */
  servingMs: number;
  /** Connections and calls that failed meanwhile. */
  failures: number;
}

const CONNECTING_AT_ONCE = 32;

const { url, people } = await receiveTask<ReconnectLoad>();
let episode = newEpisode();

function newEpisode() {
  return { served: new Set<Person>(), startedAt: 0, firstAt: 0, failures: 0 };
}

const left = [...people];
await Promise.all(
  Array.from({ length: CONNECTING_AT_ONCE }, async () => {
    for (let person = left.pop(); person; person = left.pop()) await connect(person);
  }),
);
reply({});

/** Opens the live connection, and opens it again whenever it is lost. Resolves when it is open the first time. */
async function connect(person: Person): Promise<void> {
  const socket = await open(person);
  socket.on('message', (data) => {
    if (JSON.parse(String(data)).type !== 'refetch') return;
    disturb(person);
    void fetchAgain(person);
  });
  socket.on('close', (code) => {
    disturb(person);
    void reconnect(person, code);
  });
}

async function reconnect(person: Person, code: number): Promise<void> {
  await pause(reconnectDelay(code, 0));
  for (let failures = 1; ; failures += 1) {
    try {
      await connect(person);
    } catch {
      episode.failures += 1;
      await pause(backoff(failures));
      continue;
    }
    return fetchAgain(person);
  }
}

function open({ cookie }: Person): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, {
      headers: { origin: url, cookie },
      perMessageDeflate: false,
    });
    socket.once('open', () => resolve(socket)).on('error', reject);
  });
}

/** Fetches what every screen needs: the circle and one's own info. Failed calls are retried, as in the web app. */
async function fetchAgain(person: Person): Promise<void> {
  await Promise.all([
    call(person, `/api/users/${person.uid}/connections`),
    call(person, `/api/users/${person.uid}/info`),
  ]);
  serve(person);
}

async function call({ cookie }: Person, path: string): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    const status = await new Promise<number>((resolve) => {
      get(url + path, { headers: { cookie }, agent: false }, (answer) =>
        answer.resume().on('close', () => resolve(answer.complete ? answer.statusCode! : 0)),
      ).on('error', () => resolve(0));
    });
    if (status === 200) return;
    if (status > 0 && status < 500) throw new Error(`${path} was answered with ${status}`);
    episode.failures += 1;
    await pause(backoff(failures));
  }
}

function disturb(person: Person): void {
  episode.startedAt ||= performance.now();
  episode.served.delete(person);
}

function serve(person: Person): void {
  episode.firstAt ||= performance.now();
  episode.served.add(person);
  if (episode.served.size < people.length) return;
  const { startedAt, firstAt, failures } = episode;
  const now = performance.now();
  episode = newEpisode();
  reply({ disturbedMs: now - startedAt, servingMs: now - firstAt, failures } satisfies Served);
}
