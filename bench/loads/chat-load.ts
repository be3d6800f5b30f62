/** A process of its own: pairs of people who all write to each other at once, each as fast as acknowledgements come. */
import { setTimeout as pause } from 'node:timers/promises';
import { type LiveClient, openLive } from '#bench/rig/live-client.ts';
import type { Person } from '#bench/rig/people.ts';
import type { LiveEvent } from '#contract/live.ts';
import { messageId } from './chat-message.ts';
import { receiveTask, reply } from './load-process.ts';
import { CONTENT } from './message-content.ts';

/** A person, and the address of the node that they are on. */
export interface Seat extends Person {
  url: string;
}

export type SeatedPair = readonly [Seat, Seat];

export interface ChatLoad {
  pairs: SeatedPair[];
  /** How many unacknowledged messages each person keeps in flight. */
  window: number;
  warmUpMs: number;
  measureMs: number;
}

export interface ChatRun {
  /** Messages acknowledged to their sender and delivered to their receiver, per second of the measured time. */
  perSecond: number;
  /** What was acknowledged, one row a message, by sender and receiver. */
  acknowledged: Conversation[];
  /** What a socket heard that it should not have, or did not hear that it should. */
  faults: string[];
}

export interface Conversation {
  sender: string;
  receiver: string;
  ids: string[];
}

interface Flight {
  receiver: string;
  acknowledged: number;
  delivered: number;
}

/** After the last send, everything must have arrived within this time. */
const ARRIVE_WITHIN_MS = 20_000;

const { pairs, window, warmUpMs, measureMs } = await receiveTask<ChatLoad>();
const flights = new Map<string, Flight>();
const conversations: Conversation[] = [];
const clients: LiveClient[] = [];
const faults: string[] = [];
let underWay = 0;
let arrived = 0;
let sending = true;
let allArrived = () => {};

const starts = await Promise.all(pairs.flatMap(([one, other]) => [join(one, other), join(other, one)]));
for (const start of starts) start();
await pause(warmUpMs);
const [from, before] = [performance.now(), arrived];
await pause(measureMs);
const perSecond = ((arrived - before) * 1000) / (performance.now() - from);
sending = false;
await everythingArrived();

for (const [id, { acknowledged, delivered }] of flights) {
  if (acknowledged !== 1 || delivered !== 1)
    faults.push(`${id} was acknowledged ${acknowledged} times, delivered ${delivered} times`);
}
reply({ perSecond, acknowledged: conversations, faults } satisfies ChatRun);
for (const client of clients) client.close();

/** One person's side of a conversation. @returns starts to write */
async function join(person: Seat, other: Seat): Promise<() => void> {
  const conversation: Conversation = { sender: person.uid, receiver: other.uid, ids: [] };
  conversations.push(conversation);

  const write = () => {
    const id = messageId();
    flights.set(id, { receiver: other.uid, acknowledged: 0, delivered: 0 });
    underWay += 1;
    client.send({ type: 'send', id, receiver: other.uid, content: CONTENT });
  };
  const hear = (event: LiveEvent) => {
    if (event.type === 'sent') {
      if (settle(event.id, 'acknowledged')) conversation.ids.push(event.id);
      if (sending) write();
    } else if (event.type === 'message') {
      const { id, sender, receiver, content } = event.message;
      const right = sender === other.uid && receiver === person.uid && content === CONTENT;
      if (!right) faults.push(`${id} was delivered to somebody else, or changed`);
      settle(id, 'delivered');
    } else faults.push(`unexpected: ${JSON.stringify(event)}`);
  };

  const client = await openLive(person.url, person, hear);
  clients.push(client);
  return () => {
    for (let i = 0; i < window; i += 1) write();
  };
}

/** Notes that a message was acknowledged or delivered. @returns whether it was known */
function settle(id: string, what: 'acknowledged' | 'delivered'): boolean {
  const flight = flights.get(id);
  if (!flight) {
    faults.push(`${id} was ${what}, but never sent`);
    return false;
  }
  flight[what] += 1;
  if (flight.acknowledged === 1 && flight.delivered === 1) {
    arrived += 1;
    underWay -= 1;
    if (underWay === 0) allArrived();
  }
  return true;
}

async function everythingArrived(): Promise<void> {
  if (underWay === 0) return;
  await Promise.race([
    new Promise<void>((resolve) => {
      allArrived = resolve;
    }),
    pause(ARRIVE_WITHIN_MS, undefined, { ref: false }),
  ]);
}
