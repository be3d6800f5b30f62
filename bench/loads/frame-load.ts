/** A process of its own: the app's own part of chat messages, without network and database, against their JSON alone. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createStubServer } from '#bench/rig/stub-server.ts';
import type { ClientFrame, LiveEvent } from '#contract/live.ts';
import { MESSAGE_CONTENT, newMessageId } from './chat-message.ts';
import { receiveTask, reply } from './load-process.ts';

export interface FrameLoad {
  people: number;
  /** How many frames arrive from each person in one turn of the event loop. */
  framesEach: number;
  turns: number;
  rounds: number;
}

/** For each round, this process's CPU time for a message, in µs. */
export interface FrameRun {
  product: number[];
  json: number[];
}

interface Sender {
  stream: ReturnType<typeof server.connect>;
  uid: string;
  texts: string[];
  bytes: Buffer;
}

const { people, framesEach, turns, rounds } = await receiveTask<FrameLoad>();
const server = createStubServer();
const uids = Array.from({ length: people }, () => randomUUID());
const senders = uids.map((uid, place) => createSender(uid, uids[people - 1 - place]!));
const run: FrameRun = { product: [], json: [] };
// The first round warms up.
for (let round = 0; round <= rounds; round += 1) {
  run.product.push(await cpuPerMessage(throughProduct));
  run.json.push(await cpuPerMessage(throughJson));
}
reply({ product: run.product.slice(1), json: run.json.slice(1) } satisfies FrameRun);

function createSender(uid: string, receiver: string): Sender {
  const texts = Array.from({ length: framesEach }, () =>
    JSON.stringify({ type: 'send', id: newMessageId(), receiver, content: MESSAGE_CONTENT } satisfies ClientFrame),
  );
  return { uid, texts, bytes: Buffer.concat(texts.map(browserFrame)), stream: server.connect(uid) };
}

/** A text frame as browsers send it, masked (RFC 6455 §5.2). */
function browserFrame(text: string): Buffer {
  const mask = randomBytes(4);
  const payload = Buffer.from(text).map((byte, place) => byte ^ mask[place % 4]!);
  return Buffer.concat([Buffer.of(0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff), mask, payload]);
}

async function cpuPerMessage(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (people * framesEach * turns);
}

/** Turn by turn as under load: some frames of every person arrive, then all of them are stored in one commit. */
async function throughProduct(): Promise<void> {
  const written = () => senders.reduce((sum, { stream }) => sum + stream.writtenBytes, 0);
  for (let turn = 0; turn < turns; turn += 1) {
    const before = written();
    // A copy: the server unmasks in place.
    for (const { stream, bytes } of senders) stream.receive(Buffer.from(bytes));
    await nextTurn();
    const stored = server.store();
    await nextTurn();
    if (stored !== people * framesEach || written() === before) throw new Error(`Only ${stored} messages arrived`);
  }
}

/** Reads the same frames and writes the same events, as JSON texts only. */
async function throughJson(): Promise<void> {
  let [seq, characters] = [0, 0];
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { uid, texts } of senders) {
      for (const text of texts) {
        const { id, receiver, content } = JSON.parse(text);
        seq += 1;
        const timestamp = Date.now();
        const message = { id, seq, sender: uid, receiver, content, timestamp, read: false };
        const events: LiveEvent[] = [
          { type: 'message', message },
          { type: 'sent', id, seq, timestamp },
        ];
        for (const event of events) characters += JSON.stringify(event).length;
      }
    }
    await nextTurn();
  }
  if (characters === 0) throw new Error('Nothing was written');
}
