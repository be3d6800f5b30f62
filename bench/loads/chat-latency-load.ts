/** A process of its own: sends messages at a steady rate while the server is busy with other work, and times them. */
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Pair, Person } from '#bench/rig/people.ts';
import type { LiveEvent } from '#contract/live.ts';
import { MESSAGE_CONTENT, newMessageId } from './chat-message.ts';
import { receiveTask, reply } from './load-process.ts';

export interface ChatLatencyLoad {
  url: string;
  pair: Pair;
  everyMs: number;
}

/** Of the messages since the connections were last lost, or the last `refetch` event. */
export interface ChatLatency {
  messages: number;
  /** From the time when each message was due to its delivery. */
  p99Ms: number;
  longestMs: number;
}

const RETRY_MS = 50;
const ARRIVAL_TIMEOUT_MS = 10_000;

const { url, pair, everyMs } = await receiveTask<ChatLatencyLoad>();
let undelivered = new Map<string, number>();
let delays: number[] = [];
let sender = await open(pair[0]);
let receiver = await open(pair[1]);
reply({});
void sendSteadily();
await receiveTask();
const due = [...undelivered.keys()];
const giveUpAt = performance.now() + ARRIVAL_TIMEOUT_MS;
while (due.some((id) => undelivered.has(id))) {
  if (performance.now() > giveUpAt) throw new Error('A message was not delivered');
  await pause(RETRY_MS);
}
delays.sort((a, b) => a - b);
reply({
  messages: delays.length,
  p99Ms: delays[Math.floor(delays.length * 0.99)] ?? Number.NaN,
  longestMs: delays.at(-1) ?? Number.NaN,
} satisfies ChatLatency);

/** Sends each message when it is due, without waiting for the one before. A late send counts from when it was due. */
async function sendSteadily(): Promise<void> {
  for (let dueAt = performance.now(); ; dueAt += everyMs) {
    if (sender.readyState !== WebSocket.OPEN || receiver.readyState !== WebSocket.OPEN) {
      [sender, receiver] = [await reopen(sender, pair[0]), await reopen(receiver, pair[1])];
      reset();
      dueAt = performance.now();
    }
    await pause(Math.max(0, dueAt - performance.now()));
    const id = newMessageId();
    undelivered.set(id, dueAt);
    sender.send(JSON.stringify({ type: 'send', id, receiver: pair[1].uid, content: MESSAGE_CONTENT }));
  }
}

function reset(): void {
  undelivered = new Map();
  delays = [];
}

async function reopen(socket: WebSocket, person: Person): Promise<WebSocket> {
  if (socket.readyState === WebSocket.OPEN) return socket;
  for (;;) {
    const opened = await open(person).catch(() => undefined);
    if (opened) return opened;
    await pause(RETRY_MS);
  }
}

function open({ cookie }: Person): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, {
      headers: { origin: url, cookie },
      perMessageDeflate: false,
    });
    socket.on('message', (data) => onEvent(JSON.parse(String(data))));
    socket.once('open', () => resolve(socket)).on('error', reject);
  });
}

function onEvent(event: LiveEvent): void {
  if (event.type === 'refetch') reset();
  if (event.type !== 'message') return;
  const dueAt = undelivered.get(event.message.id);
  if (dueAt === undefined) return;
  undelivered.delete(event.message.id);
  delays.push(performance.now() - dueAt);
}
