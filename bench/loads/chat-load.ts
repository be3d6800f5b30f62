import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Conversation, createAudit } from '#bench/rig/audit.ts';
import { settle } from '#bench/rig/cluster.ts';
import { type LiveClient, openLive } from '#bench/rig/live-client.ts';
import { connectedPairs, type Person } from '#bench/rig/people.ts';
import type { Product } from '#bench/rig/product.ts';

/** The content of every message, ours and the references': a sentence of usual length. */
export const MESSAGE_CONTENT = 'Could you call me when you are out of class? Today is a bad one.';

const WINDOW = 8;
export const HOW = `both writing, ${WINDOW} in flight each, every message with its text, audited`;
/** Messages that are still on their way then are lost. */
const TIMEOUT_MS = 10 * 60_000;
/** What can happen to a message, as bits: once each. */
const ACKNOWLEDGED = 1;
const DELIVERED = 2;

interface PlacedPerson extends Person {
  url: string;
}

export type PlacedPair = readonly [PlacedPerson, PlacedPerson];

export type Chat = Awaited<ReturnType<typeof prepareChat>>;

/** Connects people: every other pair has both people on one node, the pairs between have them on two nodes. */
export async function prepareChat(nodes: readonly [Product, ...Product[]], count: number) {
  const [first] = nodes;
  const pairs = await connectedPairs(first, count);
  const urlOf = (place: number) => nodes[place % nodes.length]!.url;
  const placed = pairs.map(([one, other], place): PlacedPair => {
    const node = Math.floor(place / 2);
    return [
      { uid: one.uid, cookie: one.cookie, url: urlOf(node) },
      { uid: other.uid, cookie: other.cookie, url: urlOf(node + (place % 2)) },
    ];
  });
  return { first, pairs: placed, audit: createAudit(first, pairs) };
}

/** Messages per second while all pairs write to each other, audited. */
export async function chatRate({ first, pairs, audit }: Chat, messages: number): Promise<number> {
  await settle(first.db);
  const { perSecond, acknowledged } = await runChat(pairs, messages);
  await audit(acknowledged);
  return perSecond;
}

/** All pairs write as fast as acknowledgements arrive. @throws when a message did not arrive exactly once */
export async function runChat(pairs: readonly PlacedPair[], messages: number) {
  const flights = new Map<string, number>();
  const faults: string[] = [];
  const allArrived = Promise.withResolvers<void>();
  let [left, arrived] = [messages, 0];

  function record(id: string, what: number): void {
    const before = flights.get(id);
    if (before === undefined || before & what) faults.push(`${id} was never sent, or came twice`);
    else flights.set(id, before | what);
    if (before && !(before & what)) arrived += 1;
    if (arrived === messages) allArrived.resolve();
  }

  async function join(person: PlacedPerson, other: PlacedPerson) {
    const conversation: Conversation = { sender: person.uid, receiver: other.uid, ids: [] };
    const client: LiveClient = await openLive(person.url, person, (event) => {
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
    function write(): void {
      if (left === 0) return;
      left -= 1;
      const id = newMessageId();
      flights.set(id, 0);
      client.send({ type: 'send', id, receiver: other.uid, content: MESSAGE_CONTENT });
    }
    return { client, conversation, write };
  }

  const writers = await Promise.all(pairs.flatMap(([one, other]) => [join(one, other), join(other, one)]));
  const from = performance.now();
  for (const { write } of writers) for (let n = 0; n < WINDOW; n += 1) write();
  await Promise.race([allArrived.promise, pause(TIMEOUT_MS, undefined, { ref: false })]);
  const perSecond = (messages * 1000) / (performance.now() - from);
  for (const { client } of writers) client.close();
  if (arrived < messages) faults.push(`${messages - arrived} messages did not arrive`);
  if (faults.length > 0)
    throw new Error(`The audit failed: ${faults.length} faults\n${faults.slice(0, 10).join('\n')}`);
  return { perSecond, acknowledged: writers.map(({ conversation }) => conversation) };
}

/** A UUID of version 7 in a tenth of the time that browsers take: a load makes thousands a second. */
export function newMessageId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
