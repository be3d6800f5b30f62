/**
 * A process of its own: a push service that takes its time for each answer, and the browser of people who call for support.
 * Times each call until the last of its pushes has arrived here.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { decrypt } from 'http_ece';
import type { Prepared } from '#bench/references/push-client.ts';
import type { Person } from '#bench/rig/people.ts';
import type { Subscribe } from '#contract/push.ts';
import { makeSelfSignedCertificate } from '#fixtures/push/self-signed-certificate.ts';
import { makeSubscriptionKeys } from '#fixtures/push/subscription-keys.ts';
import { receiveTask, reply } from './load-process.ts';

export interface PushLoad {
  devices: number;
  /** How long the push service takes for an answer. */
  answerMs: number;
}

export interface PushService {
  /** For `PUSH_HOSTS`. */
  host: string;
  /** As PEM. */
  certificate: string;
  /** One for each device. */
  subscriptions: Subscribe[];
}

/** What to time: a Dark mood, or the same pushes by the bare client, which gets them before. */
export type PushTask = { product: string; chooser: Person } | { bare: string };

export interface PushRun {
  /** From the call to the last push. */
  ms: number;
}

const { devices, answerMs } = await receiveTask<PushLoad>();
const keys = new Map(Array.from({ length: devices }, (_, n) => [`/push/${n}`, makeSubscriptionKeys()]));
const certificate = makeSelfSignedCertificate();
let arrived: (Prepared & { at: number })[] = [];
let answered = 0;
let onLastAnswer = () => {};

const server = createServer(certificate, async (push, answer) => {
  const body = await buffer(push);
  const headers = Object.fromEntries(Object.entries(push.headers).map(([name, value]) => [name, String(value)]));
  arrived.push({ path: push.url!, headers, body: body.toString('base64'), at: performance.now() });
  setTimeout(() => {
    answer.writeHead(201).end();
    answered += 1;
    if (answered === devices) onLastAnswer();
  }, answerMs);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

process.on('message', async (task: PushTask) => {
  if ('bare' in task) await post(`${task.bare}/requests`, JSON.stringify(arrived));
  reply((await ('bare' in task ? time(() => post(`${task.bare}/send`, '')) : timeMood(task))) satisfies PushRun);
});
const subscriptions = [...keys].map(([path, { keys }]) => ({ endpoint: `https://${host}${path}`, keys }));
reply({ host, certificate: certificate.cert, subscriptions } satisfies PushService);

/** @throws when a device did not get its own push about the mood, once */
async function timeMood({ product, chooser }: { product: string; chooser: Person }): Promise<PushRun> {
  const run = await time(() =>
    post(`${product}/api/users/${chooser.uid}/info/mood`, '{"mood":"Dark"}', {
      method: 'PUT',
      headers: { origin: product, cookie: chooser.cookie, 'content-type': 'application/json' },
    }),
  );
  for (const { path, body, headers } of arrived) {
    const { ecdh, auth } = keys.get(path)!;
    const authSecret = auth.toString('base64url');
    const clear = decrypt(Buffer.from(body, 'base64'), { version: 'aes128gcm', privateKey: ecdh, authSecret });
    const { tag } = JSON.parse(String(clear)).notification;
    if (tag !== `mood-${chooser.uid}` || headers.urgency !== 'high')
      throw new Error(`The audit failed: a push has the tag ${tag} and the urgency ${headers.urgency}`);
  }
  return run;
}

/**
 * Times a call until the last push has arrived. Connections of earlier calls are closed before: in a circle of friends,
 * calls for support are further apart than push services keep connections open.
 */
async function time(call: () => Promise<void>): Promise<PushRun> {
  server.closeAllConnections();
  arrived = [];
  answered = 0;
  const lastAnswer = new Promise<void>((resolve) => {
    onLastAnswer = resolve;
  });
  const from = performance.now();
  await Promise.all([lastAnswer, call()]);
  const paths = new Set(arrived.map(({ path }) => path));
  if (arrived.length !== devices || paths.size !== devices)
    throw new Error(`The audit failed: ${arrived.length} pushes for ${paths.size} of ${devices} devices`);
  return { ms: Math.max(...arrived.map(({ at }) => at)) - from };
}

async function post(url: string, body: string, options: object = { method: 'POST' }): Promise<void> {
  const [answer] = await once(request(url, options).end(body), 'response');
  const said = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${said}`);
}
