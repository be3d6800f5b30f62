/** A process of its own: one message after the other at a steady pace, whatever else the server has to do. */
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Pair, Person } from '#bench/rig/people.ts';
import type { LiveEvent } from '#contract/live.ts';
import { messageId } from './chat-message.ts';
import { receiveTask, reply } from './load-process.ts';
import { CONTENT } from './message-content.ts';

export interface ChatPulse {
  url: string;
  pair: Pair;
  everyMs: number;
}

/** Since the connections were last lost, or somebody was told to fetch again. */
export interface Pulse {
  messages: number;
  /** From the moment when each was due to its delivery. */
  p99Ms: number;
  longestMs: number;
}

const TRY_AGAIN_MS = 50;
const ARRIVE_WITHIN_MS = 10_000;

const { url, pair, everyMs } = await receiveTask<ChatPulse>();
let under = new Map<string, number>();
let delays: number[] = [];
let sender = await open(pair[0]);
let receiver = await open(pair[1]);
reply({});
void beat();
await receiveTask();
const due = [...under.keys()];
const giveUpAt = performance.now() + ARRIVE_WITHIN_MS;
while (due.some((id) => under.has(id))) {
  if (performance.now() > giveUpAt) throw new Error('A message was not delivered');
  await pause(TRY_AGAIN_MS);
}
delays.sort((a, b) => a - b);
reply({
  messages: delays.length,
  p99Ms: delays[Math.floor(delays.length * 0.99)] ?? Number.NaN,
  longestMs: delays.at(-1) ?? Number.NaN,
} satisfies Pulse);

/** Sends when it is time to, not when the last one has come; what a busy process sends late counts from when it was due. */
async function beat(): Promise<void> {
  for (let dueAt = performance.now(); ; dueAt += everyMs) {
    if (sender.readyState !== WebSocket.OPEN || receiver.readyState !== WebSocket.OPEN) {
      [sender, receiver] = [await comeBack(sender, pair[0]), await comeBack(receiver, pair[1])];
      startAnew();
      dueAt = performance.now();
    }
    await pause(Math.max(0, dueAt - performance.now()));
    const id = messageId();
    under.set(id, dueAt);
    sender.send(JSON.stringify({ type: 'send', id, receiver: pair[1].uid, content: CONTENT }));
  }
}

function startAnew(): void {
  under = new Map();
  delays = [];
}

async function comeBack(socket: WebSocket, person: Person): Promise<WebSocket> {
  if (socket.readyState === WebSocket.OPEN) return socket;
  for (;;) {
    const opened = await open(person).catch(() => undefined);
    if (opened) return opened;
    await pause(TRY_AGAIN_MS);
  }
}

function open({ cookie }: Person): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, {
      headers: { origin: url, cookie },
      perMessageDeflate: false,
    });
    socket.on('message', (data) => hear(JSON.parse(String(data))));
    socket.once('open', () => resolve(socket)).on('error', reject);
  });
}

function hear(event: LiveEvent): void {
  if (event.type === 'refetch') startAnew();
  if (event.type !== 'message') return;
  const dueAt = under.get(event.message.id);
  if (dueAt === undefined) return;
  under.delete(event.message.id);
  delays.push(performance.now() - dueAt);
}
