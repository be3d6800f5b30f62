/** A process of its own: pairs of people write to each other at once, each as fast as acknowledgements arrive. */
import { setTimeout as pause } from 'node:timers/promises';
import { type LiveClient, openLive } from '#bench/rig/live-client.ts';
import { ownProcess } from '#bench/rig/own-process.ts';
import type { Person } from '#bench/rig/people.ts';
import { MESSAGE_CONTENT, newMessageId } from './chat-message.ts';

/** A person, and the address of the node that their live connection is on. */
export interface PlacedPerson extends Person {
  url: string;
}

interface ChatLoad {
  pairs: (readonly [PlacedPerson, PlacedPerson])[];
  /** How many unacknowledged messages each person keeps in flight. */
  window: number;
  length: Length;
}

/** Writes for a time after one to warm up, or a number of messages. */
export type Length = { warmUpMs: number; measureMs: number } | { messages: number };

interface ChatRun {
  /** Messages acknowledged to their sender and delivered to their receiver, per second of the measured or whole time. */
  perSecond: number;
  acknowledged: Conversation[];
  /** Events that a socket got by mistake, and events that it did not get. */
  faults: string[];
}

/** The acknowledged messages of one person to another. */
export interface Conversation {
  sender: string;
  receiver: string;
  ids: string[];
}

/** What can happen to a message, as bits: once each. */
const ACKNOWLEDGED = 1;
const DELIVERED = 2;
/** When no message arrives for so long, those on their way are lost. */
const ARRIVAL_TIMEOUT_MS = 20_000;

const flights = new Map<string, number>();
const faults: string[] = [];
let arrived = 0;
/** How many messages may still be sent. */
let left = Number.POSITIVE_INFINITY;

export const chatLoad = ownProcess(import.meta, async ({ pairs, window, length }: ChatLoad): Promise<ChatRun> => {
  const writers = await Promise.all(pairs.flatMap(([one, other]) => [join(one, other), join(other, one)]));
  if ('messages' in length) left = length.messages;
  for (const { write } of writers) for (let n = 0; n < window; n += 1) write();
  if ('warmUpMs' in length) await pause(length.warmUpMs);
  const [from, before] = [performance.now(), arrived];
  await ('measureMs' in length ? pause(length.measureMs) : lastArrived());
  const perSecond = ((arrived - before) * 1000) / (performance.now() - from);
  left = 0;
  await lastArrived();
  if (arrived < flights.size) faults.push(`${flights.size - arrived} messages did not arrive`);
  for (const { client } of writers) client.close();
  return { perSecond, acknowledged: writers.map(({ conversation }) => conversation), faults };
});

interface Writer {
  client: LiveClient;
  conversation: Conversation;
  /** Sends the next message. */
  write(): void;
}

async function join(person: PlacedPerson, other: PlacedPerson): Promise<Writer> {
  const conversation: Conversation = { sender: person.uid, receiver: other.uid, ids: [] };
  const client = await openLive(person.url, person, (event) => {
    if (event.type === 'sent') {
      record(event.id, ACKNOWLEDGED);
      conversation.ids.push(event.id);
      write();
    } else if (event.type === 'message' || event.type === 'send') {
      // A bare relay passes on the sender's own frame.
      const { id, receiver, content } = event.type === 'send' ? event : event.message;
      const isRight = receiver === person.uid && content === MESSAGE_CONTENT;
      if (!isRight) faults.push(`${id} was delivered to somebody else, or changed`);
      record(id, DELIVERED);
    } else faults.push(`unexpected: ${JSON.stringify(event)}`);
  });
  const write = () => {
    if (left === 0) return;
    left -= 1;
    const id = newMessageId();
    flights.set(id, 0);
    client.send({ type: 'send', id, receiver: other.uid, content: MESSAGE_CONTENT });
  };
  return { client, conversation, write };
}

function record(id: string, what: number): void {
  const before = flights.get(id);
  if (before === undefined || before & what) faults.push(`${id} was never sent, or came twice`);
  else if (before === 0) flights.set(id, what);
  else {
    flights.set(id, ACKNOWLEDGED | DELIVERED);
    arrived += 1;
  }
}

/** Waits until every message has arrived, or none has for ARRIVAL_TIMEOUT_MS. */
async function lastArrived(): Promise<void> {
  let [before, at] = [arrived, performance.now()];
  while ((left > 0 || arrived < flights.size) && performance.now() - at < ARRIVAL_TIMEOUT_MS) {
    await pause(5);
    if (arrived > before) [before, at] = [arrived, performance.now()];
  }
}
