/** A process of its own: many sockets, and something that all of them are told; how long until the last one heard it. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { receiveTask, reply } from './helper.ts';
import { median } from './median.ts';
import type { Person } from './people.ts';

export interface DarkLoad {
  warmUps: number;
  times: number;
  /** A mood through the product, to the friends of who chooses it; or a frame through a bare server, to as many. */
  to: { product: string; chooser: Person; friends: Person[] } | { fanOut: string; sockets: number; frame: string };
}

export interface DarkRun {
  medianMs: number;
  /** What each socket was told, in order, warm-ups included. */
  told: string[][];
}

const { warmUps, times, to } = await receiveTask<DarkLoad>();
const told: string[][] = [];
let unheard = 0;
let allHeard = () => {};
const { act, close } = 'fanOut' in to ? await throughFanOut(to) : await throughProduct(to);
const measured: number[] = [];
for (let n = 0; n < warmUps + times; n += 1) measured.push(await untilAllHeard());
reply({ medianMs: median(measured.slice(warmUps)), told } satisfies DarkRun);
close();

async function untilAllHeard(): Promise<number> {
  unheard = told.length;
  const heard = new Promise<number>((resolve) => {
    allHeard = () => resolve(performance.now());
  });
  const from = performance.now();
  const [to] = await Promise.all([heard, act()]);
  return to - from;
}

async function throughProduct({ product, chooser, friends }: { product: string; chooser: Person; friends: Person[] }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const live = product.replace('http', 'ws');
  const sockets: WebSocket[] = [];
  for (const { cookie } of friends) sockets.push(await listen(`${live}/api/live`, { origin: product, cookie }));
  const headers = { origin: product, cookie: chooser.cookie, 'content-type': 'application/json' };
  return {
    async act() {
      const path = `${product}/api/users/${chooser.uid}/info/mood`;
      const [answer] = await once(request(path, { method: 'PUT', agent, headers }).end('{"mood":"Dark"}'), 'response');
      const body = await text(answer);
      if (answer.statusCode !== 200) throw new Error(`The mood was not stored: ${answer.statusCode} ${body}`);
    },
    close() {
      agent.destroy();
      for (const socket of sockets) socket.terminate();
    },
  };
}

async function throughFanOut({ fanOut, sockets: count, frame }: { fanOut: string; sockets: number; frame: string }) {
  const sockets: WebSocket[] = [];
  for (let n = 0; n < count; n += 1) sockets.push(await listen(fanOut));
  const sender = new WebSocket(fanOut, { perMessageDeflate: false });
  await once(sender, 'open');
  return {
    async act() {
      sender.send(frame);
    },
    close() {
      for (const socket of [sender, ...sockets]) socket.terminate();
    },
  };
}

async function listen(address: string, headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(address, { headers, perMessageDeflate: false, skipUTF8Validation: true });
  const frames: string[] = [];
  told.push(frames);
  socket.on('message', (data) => {
    frames.push(String(data));
    unheard -= 1;
    if (unheard === 0) allHeard();
  });
  await once(socket, 'open');
  return socket;
}
