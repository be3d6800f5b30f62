import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { buffer } from 'node:stream/consumers';
import tls from 'node:tls';
import { decrypt } from 'http_ece';
import type { Subscribe } from '#contract/push.ts';
import { makeSubscriptionKeys, type SubscriptionKeys } from '#fixtures/push/subscription-keys.ts';
import { listen } from '../servers/listen.ts';
import { CERTIFICATE } from './trusted-certificate.ts';

/** A push that the service got, decrypted as the browser would. */
export interface ReceivedPush {
  /** The device's name in the test. */
  device: string;
  headers: IncomingHttpHeaders;
  /** The size of the body, in bytes. */
  size: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the payload
  payload: any;
  at: number;
}

type Answer = (response: ServerResponse, push: ReceivedPush) => void;

/** A browser of the tests: it subscribes at this service, under a name. */
export interface TestDevice {
  name: string;
  subscription: Subscribe;
  /** What its service got for it, in order. */
  pushes(): ReceivedPush[];
  /** The tags of the notifications that it got, and `close TAG` for those that close one. */
  tags(): string[];
  /** Hands each push on, for instance to a real browser. */
  onPush?: (push: ReceivedPush) => void;
}

/** A push service over https, whose certificate this process trusts. Its answer is 201 until `answer` is set. */
export class PushService {
  /** For `PUSH_HOSTS`. */
  readonly host: string;
  readonly port: number;
  readonly close: () => Promise<void>;
  readonly received: ReceivedPush[] = [];
  /** Calls for devices that nobody has subscribed. */
  readonly strays: string[] = [];
  answer: Answer = accept;
  readonly #devices = new Map<string, { device: TestDevice; keys: SubscriptionKeys }>();

  static async open(): Promise<PushService> {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), CERTIFICATE.cert]);
    const server = createServer(CERTIFICATE);
    return new PushService(server, await listen(server));
  }

  private constructor(server: Server, { port, close }: Awaited<ReturnType<typeof listen>>) {
    this.port = port;
    this.close = close;
    this.host = `127.0.0.1:${port}`;
    server.on('request', async (request, response) => {
      const body = await buffer(request).catch(() => undefined);
      // The caller was killed or gave up while it was sending.
      if (!body) return;
      const known = this.#devices.get(request.url ?? '');
      if (!known) {
        this.strays.push(request.url ?? '');
        response.writeHead(404).end();
        return;
      }
      const { ecdh, auth } = known.keys;
      const clear = decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth.toString('base64url') });
      const push: ReceivedPush = {
        device: known.device.name,
        headers: request.headers,
        size: body.length,
        payload: JSON.parse(String(clear)),
        at: performance.now(),
      };
      this.received.push(push);
      this.answer(response, push);
      known.device.onPush?.(push);
    });
  }

  /** @param host of the endpoint; by default this service's own */
  device(name: string, host = this.host): TestDevice {
    const path = `/push/${randomBytes(12).toString('hex')}`;
    const keys = makeSubscriptionKeys();
    const pushes = () => this.received.filter(({ device }) => device === name);
    const device: TestDevice = {
      name,
      subscription: { endpoint: `https://${host}${path}`, keys: keys.keys },
      pushes,
      tags: () => pushes().map(({ payload }) => (payload.close ? `close ${payload.close}` : payload.notification.tag)),
    };
    this.#devices.set(path, { device, keys });
    return device;
  }

  /** Forgets the received pushes. */
  clear(): void {
    this.received.length = 0;
    this.answer = accept;
  }
}

const accept: Answer = (response) => response.writeHead(201).end();

/** A push that fails is due again in a minute, unless `headers` say otherwise, so that a slow test does not meet its next try. */
export function answerWith(status: number, headers: Record<string, string> = {}, body = ''): Answer {
  return (response) => response.writeHead(status, { 'retry-after': '60', ...headers }).end(body);
}

/** Never answers. */
export const hang: Answer = () => {};
