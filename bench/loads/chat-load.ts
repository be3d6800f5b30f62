/** A process of its own: pairs of people write to each other at once, each as fast as acknowledgements arrive. */
import { setTimeout as pause } from 'node:timers/promises';
import { type LiveClient, openLive } from '#bench/rig/live-client.ts';
import type { Person } from '#bench/rig/people.ts';
import type { ClientFrame, LiveEvent } from '#contract/live.ts';
import { MESSAGE_CONTENT, newMessageId } from './chat-message.ts';
import { receiveTask, reply } from './load-process.ts';

/** A person, and the address of the node that their live connection is on. */
export interface PlacedPerson extends Person {
  url: string;
}

export type PlacedPair = readonly [PlacedPerson, PlacedPerson];

export interface ChatLoad {
  pairs: PlacedPair[];
  /** How many unacknowledged messages each person keeps in flight. */
  window: number;
  length: Duration | Count;
}

/** Sends for a fixed time. */
interface Duration {
  warmUpMs: number;
  measureMs: number;
}

/** Sends a fixed number of messages, from all people together. */
interface Count {
  messages: number;
}

export interface ChatRun {
  /** Messages acknowledged to their sender and delivered to their receiver, per second of the measured or whole time. */
  perSecond: number;
  /** The acknowledged messages by sender and receiver. */
  acknowledged: Conversation[];
  /** Events that a socket got by mistake, and events that it did not get. */
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

/** When no message arrives for so long, those on their way are lost. */
const ARRIVAL_TIMEOUT_MS = 20_000;

const { pairs, window, length } = await receiveTask<ChatLoad>();
const flights = new Map<string, Flight>();
const conversations: Conversation[] = [];
const clients: LiveClient[] = [];
const faults: string[] = [];
let inFlight = 0;
let arrived = 0;
let left = 'messages' in length ? length.messages : Number.POSITIVE_INFINITY;
let allArrived = () => {};

const starts = await Promise.all(pairs.flatMap(([one, other]) => [join(one, other), join(other, one)]));
for (const start of starts) start();
const perSecond = 'messages' in length ? await rateOfAll() : await rateWithin(length);

for (const [id, { acknowledged, delivered }] of flights) {
  if (acknowledged !== 1 || delivered !== 1)
    faults.push(`${id} was acknowledged ${acknowledged} times, delivered ${delivered} times`);
}
reply({ perSecond, acknowledged: conversations, faults } satisfies ChatRun);
for (const client of clients) client.close();

async function rateOfAll(): Promise<number> {
  const from = performance.now();
  await everythingArrived();
  return (arrived * 1000) / (performance.now() - from);
}

async function rateWithin({ warmUpMs, measureMs }: Duration): Promise<number> {
  await pause(warmUpMs);
  const [from, before] = [performance.now(), arrived];
  await pause(measureMs);
  const rate = ((arrived - before) * 1000) / (performance.now() - from);
  left = 0;
  await everythingArrived();
  return rate;
}

/** Opens one person's live connection. @returns starts to write */
async function join(person: PlacedPerson, other: PlacedPerson): Promise<() => void> {
  const conversation: Conversation = { sender: person.uid, receiver: other.uid, ids: [] };
  conversations.push(conversation);

  const write = () => {
    if (left === 0) return;
    left -= 1;
    const id = newMessageId();
    flights.set(id, { receiver: other.uid, acknowledged: 0, delivered: 0 });
    inFlight += 1;
    client.send({ type: 'send', id, receiver: other.uid, content: MESSAGE_CONTENT });
  };
  const onEvent = (event: LiveEvent | ClientFrame) => {
    if (event.type === 'sent') {
      if (record(event.id, 'acknowledged')) conversation.ids.push(event.id);
      write();
    } else if (event.type === 'send') {
      // A bare relay passes on the sender's own frame.
      if (event.receiver !== person.uid) faults.push(`${event.id} was delivered to somebody else`);
      record(event.id, 'delivered');
    } else if (event.type === 'message') {
      const { id, sender, receiver, content } = event.message;
      const right = sender === other.uid && receiver === person.uid && content === MESSAGE_CONTENT;
      if (!right) faults.push(`${id} was delivered to somebody else, or changed`);
      record(id, 'delivered');
    } else faults.push(`unexpected: ${JSON.stringify(event)}`);
  };

  const client = await openLive(person.url, person, onEvent);
  clients.push(client);
  return () => {
    for (let i = 0; i < window; i += 1) write();
  };
}

/** Records that a message was acknowledged or delivered. @returns whether this process sent it */
function record(id: string, what: 'acknowledged' | 'delivered'): boolean {
  const flight = flights.get(id);
  if (!flight) {
    faults.push(`${id} was ${what}, but never sent`);
    return false;
  }
  flight[what] += 1;
  if (flight.acknowledged === 1 && flight.delivered === 1) {
    arrived += 1;
    inFlight -= 1;
    if (inFlight === 0 && left === 0) allArrived();
  }
  return true;
}

/** Waits until every message has arrived, or none has for ARRIVAL_TIMEOUT_MS. */
async function everythingArrived(): Promise<void> {
  const all = new Promise<void>((resolve) => {
    allArrived = resolve;
  });
  for (let before = -1; inFlight > 0 && arrived > before; ) {
    before = arrived;
    await Promise.race([all, pause(ARRIVAL_TIMEOUT_MS, undefined, { ref: false })]);
  }
}
