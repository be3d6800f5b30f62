/**
 * A process of its own. In turn, the product sends a mood to many friends, and a bare server sends a frame to the same
 * number of sockets. Times both until the last socket has got it.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { median } from '#bench/report/statistics.ts';
import type { Person } from '#bench/rig/people.ts';
import type { LiveEvent } from '#contract/live.ts';
import { receiveTask, reply } from './load-process.ts';

export interface DarkLoad {
  warmUps: number;
  times: number;
  product: string;
  chooser: Person;
  friends: Person[];
  /** The address of the bare server. */
  fanOut: string;
}

export interface DarkRun {
  /** From the choice to the last friend's event. */
  productMs: number;
  /** From the send to the last socket's frame. */
  fanOutMs: number;
  /** The frames that each friend got, in order, warm-ups included. */
  received: string[][];
}

/** Sockets that all get the same frames. */
interface Audience {
  sockets: WebSocket[];
  received: string[][];
  /** Runs an action that sends one frame to all. @returns ms until the last socket has got it */
  time(act: () => Promise<void>): Promise<number>;
}

/** People choose one by one: the cards and texts that follow from a choice are no part of the next one. */
const FOLLOWS_MS = 250;

const { warmUps, times, product, chooser, friends, fanOut } = await receiveTask<DarkLoad>();
const live = `${product.replace('http', 'ws')}/api/live`;
const friendsOnline = await openAudience(friends.map(({ cookie }) => [live, { origin: product, cookie }]));
const bystanders = await openAudience(friends.map(() => [fanOut, {}]));
const sender = await open(fanOut, {});
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const frame = JSON.stringify({
  type: 'mood',
  uid: randomUUID(),
  mood: 'Dark',
  chosenAt: Date.now(),
} satisfies LiveEvent);

const productTimes: number[] = [];
const fanOutTimes: number[] = [];
for (let n = 0; n < warmUps + times; n += 1) {
  productTimes.push(await friendsOnline.time(choose));
  fanOutTimes.push(await bystanders.time(async () => sender.send(frame)));
  await pause(FOLLOWS_MS);
}
reply({
  productMs: median(productTimes.slice(warmUps)),
  fanOutMs: median(fanOutTimes.slice(warmUps)),
  received: friendsOnline.received,
} satisfies DarkRun);
agent.destroy();
for (const socket of [sender, ...friendsOnline.sockets, ...bystanders.sockets]) socket.terminate();

async function choose(): Promise<void> {
  const headers = { origin: product, cookie: chooser.cookie, 'content-type': 'application/json' };
  const asking = request(`${product}/api/users/${chooser.uid}/info/mood`, { method: 'PUT', agent, headers });
  const [answer] = await once(asking.end('{"mood":"Dark"}'), 'response');
  const body = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`The mood was not stored: ${answer.statusCode} ${body}`);
}

async function openAudience(addresses: [string, Record<string, string>][]): Promise<Audience> {
  const sockets: WebSocket[] = [];
  const received: string[][] = [];
  let missing = 0;
  let onLastFrame = () => {};
  for (const [address, headers] of addresses) {
    const frames: string[] = [];
    const socket = await open(address, headers);
    socket.on('message', (data) => {
      // Friends who are asked get a frame about the ask later.
      if (!String(data).includes('"type":"mood"')) return;
      frames.push(String(data));
      missing -= 1;
      if (missing === 0) onLastFrame();
    });
    sockets.push(socket);
    received.push(frames);
  }
  return {
    sockets,
    received,
    async time(act) {
      missing = sockets.length;
      const lastFrame = new Promise<number>((resolve) => {
        onLastFrame = () => resolve(performance.now());
      });
      const from = performance.now();
      const [to] = await Promise.all([lastFrame, act()]);
      return to - from;
    },
  };
}

async function open(address: string, headers: Record<string, string>): Promise<WebSocket> {
  const socket = new WebSocket(address, { headers, perMessageDeflate: false, skipUTF8Validation: true });
  await once(socket, 'open');
  return socket;
}
