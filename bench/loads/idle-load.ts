/** A process of its own: one message at a time to a server that does nothing else, ours or the echo's. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { median } from '#bench/report/statistics.ts';
import { openLive } from '#bench/rig/live-client.ts';
import type { Pair } from '#bench/rig/people.ts';
import { messageId } from './chat-message.ts';
import { receiveTask, reply } from './load-process.ts';
import { CONTENT } from './message-content.ts';

export interface IdleLoad {
  warmUps: number;
  messages: number;
  /** Where to send: through the product from the first to the second, or to a bare echo. */
  to: { product: string; pair: Pair } | { echo: string };
}

export interface IdleRun {
  medianMs: number;
  /** The ids of the messages that the product acknowledged and delivered, warm-ups included. */
  ids: string[];
}

/** Sends one message; resolves when it has come out, with the time that took, in ms, and when it is over. */
type Send = (id: string) => Promise<number>;

const { warmUps, messages, to } = await receiveTask<IdleLoad>();
const { send, close } = 'echo' in to ? await toEcho(to.echo) : await toProduct(to.product, to.pair);
const ids = Array.from({ length: warmUps + messages }, messageId);
const times: number[] = [];
for (const id of ids) times.push(await send(id));
reply({ medianMs: median(times.slice(warmUps)), ids } satisfies IdleRun);
close();

/** From the sender's socket to the receiver's. The next goes out when this one is acknowledged, too. */
async function toProduct(url: string, [sender, receiver]: Pair): Promise<{ send: Send; close(): void }> {
  let acknowledged = (_id: string) => {};
  let delivered = (_id: string) => {};
  const from = await openLive(url, sender, (event) => {
    if (event.type === 'sent') acknowledged(event.id);
    else throw new Error(`The sender heard ${JSON.stringify(event)}`);
  });
  const at = await openLive(url, receiver, (event) => {
    if (event.type === 'message') delivered(event.message.id);
    else throw new Error(`The receiver heard ${JSON.stringify(event)}`);
  });

  async function send(id: string): Promise<number> {
    const acknowledgement = new Promise<void>((resolve, reject) => {
      acknowledged = (heard) => (heard === id ? resolve() : reject(new Error(`${heard} was acknowledged for ${id}`)));
    });
    const delivery = new Promise<number>((resolve, reject) => {
      delivered = (heard) =>
        heard === id ? resolve(performance.now()) : reject(new Error(`${heard} was delivered for ${id}`));
    });
    const sentAt = performance.now();
    from.send({ type: 'send', id, receiver: receiver.uid, content: CONTENT });
    const [deliveredAt] = await Promise.all([delivery, acknowledgement]);
    return deliveredAt - sentAt;
  }

  return {
    send,
    close() {
      from.close();
      at.close();
    },
  };
}

/** To a server that sends back what it gets, the same frame. */
async function toEcho(address: string): Promise<{ send: Send; close(): void }> {
  const socket = new WebSocket(address, { perMessageDeflate: false, skipUTF8Validation: true });
  await once(socket, 'open');
  return {
    async send(id) {
      const back = once(socket, 'message');
      const sentAt = performance.now();
      socket.send(JSON.stringify({ type: 'send', id, receiver: id, content: CONTENT }));
      await back;
      return performance.now() - sentAt;
    },
    close: () => socket.close(),
  };
}
