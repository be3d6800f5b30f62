import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { WebSocketServer } from 'ws';
import type { Context } from '#server/context.ts';
import { sendMessage } from '#server/features/chat/send-message.ts';
import type { NewMessage, Stored } from '#server/features/chat/store/store-messages.ts';
import { createQuotaLeases } from '#server/limits/quota-leases.ts';
import { FrameRateLimit } from '#server/live/frame-rate-limit.ts';
import type { Live } from '#server/live/live.ts';
import { LiveSocket, type SocketSettings } from '#server/live/live-socket.ts';
import { SocketRegistry, textFrame } from '#server/live/socket-registry.ts';
import { StubStream } from './stub-stream.ts';

/** The product's code for a message, from the bytes of a frame to the bytes of the frames that it causes. */
export interface StubServer {
  /** Opens the live connection of a person. */
  connect(uid: string): StubStream;
  /** Lets the messages that have arrived count as stored. @returns how many there were */
  store(): number;
}

interface Waiting {
  message: NewMessage;
  resolve(stored: Stored): void;
}

/** In place of the network, the database and other nodes it has stubs. Limits are counted, and never reached. */
export function createStubServer(): StubServer {
  const registry = new SocketRegistry<LiveSocket>();
  const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false, WebSocket: LiveSocket });
  let waiting: Waiting[] = [];
  let seq = 0;

  // As live.ts does with one node.
  const publish: Live['publish'] = (uids, event, except) => {
    let frame: Buffer | undefined;
    registry.deliver(uids, () => (frame ??= textFrame(JSON.stringify(event))), except);
  };
  const context = {
    limits: createQuotaLeases(async () => new Map()),
    live: { publish },
    messages: { store: (message: NewMessage) => new Promise<Stored>((resolve) => waiting.push({ message, resolve })) },
  } as unknown as Context;
  const settings: SocketSettings = {
    registry,
    onFrame: async (from, frame) => frame.type === 'send' && sendMessage(context, from.uid, frame, from),
    rateLimit: new FrameRateLimit(Number.POSITIVE_INFINITY),
    socketsPerPerson: 1,
    onClose() {},
  };

  return {
    connect(uid) {
      const stream = new StubStream();
      upgrades.handleUpgrade(upgradeRequest(), stream, Buffer.alloc(0), (socket) =>
        socket.register(settings, { uid, sessionId: uid }, stream),
      );
      return stream;
    },
    store() {
      const stored = waiting;
      waiting = [];
      for (const {
        message: { photos: _, ...message },
        resolve,
      } of stored) {
        seq += 1;
        resolve({ message: { ...message, seq, timestamp: Date.now(), read: false }, isNew: true });
      }
      return stored.length;
    },
  };
}

function upgradeRequest(): IncomingMessage {
  const key = randomBytes(16).toString('base64');
  const headers = { upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': key };
  return { method: 'GET', headers } as unknown as IncomingMessage;
}
