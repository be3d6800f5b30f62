/** A process of its own: one message at a time to a server without other load, the product or the bare echo. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { median } from '#bench/report/statistics.ts';
import { openLive } from '#bench/rig/live-client.ts';
import type { Pair } from '#bench/rig/people.ts';
import { MESSAGE_CONTENT, newMessageId } from './chat-message.ts';
import { receiveTask, reply } from './load-process.ts';

export interface IdleLoad {
  warmUps: number;
  messages: number;
  /** The product and two people, or the address of a bare echo server. */
  to: { product: string; pair: Pair } | { echo: string };
}

export interface IdleRun {
  medianMs: number;
  /** The ids of the messages that the product acknowledged and delivered, warm-ups included. */
  ids: string[];
}

/** Sends one message. @returns ms from the send to its delivery */
type Send = (id: string) => Promise<number>;

const { warmUps, messages, to } = await receiveTask<IdleLoad>();
const { send, close } = 'echo' in to ? await toEcho(to.echo) : await toProduct(to.product, to.pair);
const ids = Array.from({ length: warmUps + messages }, newMessageId);
const times: number[] = [];
for (const id of ids) times.push(await send(id));
reply({ medianMs: median(times.slice(warmUps)), ids } satisfies IdleRun);
close();

/** From the sender's socket to the receiver's. Each send also waits for its acknowledgement. */
async function toProduct(url: string, [sender, receiver]: Pair): Promise<{ send: Send; close(): void }> {
  let acknowledged = (_id: string) => {};
  let delivered = (_id: string) => {};
  const from = await openLive(url, sender, (event) => {
    if (event.type === 'sent') acknowledged(event.id);
    else throw new Error(`The sender got ${JSON.stringify(event)}`);
  });
  const at = await openLive(url, receiver, (event) => {
    if (event.type === 'message') delivered(event.message.id);
    else throw new Error(`The receiver got ${JSON.stringify(event)}`);
  });

  async function send(id: string): Promise<number> {
    const acknowledgement = new Promise<void>((resolve, reject) => {
      acknowledged = (got) => (got === id ? resolve() : reject(new Error(`${got} was acknowledged for ${id}`)));
    });
    const delivery = new Promise<number>((resolve, reject) => {
      delivered = (got) =>
        got === id ? resolve(performance.now()) : reject(new Error(`${got} was delivered for ${id}`));
    });
    const sentAt = performance.now();
    from.send({ type: 'send', id, receiver: receiver.uid, content: MESSAGE_CONTENT });
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

/** Sends the same frame to a server that sends it back. */
async function toEcho(address: string): Promise<{ send: Send; close(): void }> {
  const socket = new WebSocket(address, { perMessageDeflate: false, skipUTF8Validation: true });
  await once(socket, 'open');
  return {
    async send(id) {
      const back = once(socket, 'message');
      const sentAt = performance.now();
      socket.send(JSON.stringify({ type: 'send', id, receiver: id, content: MESSAGE_CONTENT }));
      await back;
      return performance.now() - sentAt;
    },
    close: () => socket.close(),
  };
}
