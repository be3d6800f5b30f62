import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Figure } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { allSent } from '#bench/rig/audit.ts';
import { chooseDark } from '#bench/rig/call.ts';
import { settle } from '#bench/rig/cluster.ts';
import { connectWithAll, insertPeople } from '#bench/rig/people.ts';
import { startProduct } from '#bench/rig/product.ts';
import { makeSelfSignedCertificate } from '#fixtures/push/self-signed-certificate.ts';
import { makeSubscriptionKeys } from '#fixtures/push/subscription-keys.ts';

const TIMES = { full: { warmUps: 4, times: 30 }, quick: { warmUps: 1, times: 5 } };
const FRIENDS = 50;
const DEVICES_EACH = 2;
const DEVICES = FRIENDS * DEVICES_EACH;
const ANSWER_MS = 50;
const GOAL_MS = 2_000;

export const push: Figure = async ({ cluster, size, log }) => {
  const { warmUps, times } = TIMES[size];
  await using service = await openPushService();
  const authority = join(cluster.folder, 'push-service.pem');
  await writeFile(authority, service.certificate);
  const settings = { PUSH_HOSTS: service.host, NODE_EXTRA_CA_CERTS: authority };
  await using product = await startProduct(cluster, 'push', { settings });
  const people = await insertPeople(product, FRIENDS + warmUps + times);
  const [friends, choosers] = [people.slice(0, FRIENDS), people.slice(FRIENDS)];
  for (const chooser of choosers) await connectWithAll(product, chooser, friends);
  const { p256dh, auth } = makeSubscriptionKeys().keys;
  await product.db.query(
    `with session as (
       insert into sessions (id, user_id, generation, token, expires_at)
       select gen_random_uuid(), user_id, generation, gen_random_uuid(), now() + interval '60 days'
       from accounts cross join generate_series(1, $2) where user_id = any($1::uuid[]) returning id, user_id
     )
     insert into push_devices (session_id, uid, service, endpoint, p256dh, auth)
     select id, user_id, $3::text, 'https://' || $3 || '/push/' || id, $4, $5 from session`,
    [friends.map(({ uid }) => uid), DEVICES_EACH, service.host, p256dh, auth],
  );
  await settle(product.db);

  const all: number[] = [];
  for (const chooser of choosers) {
    all.push(await service.time(() => chooseDark(product.url, chooser)));
    await allSent(product.db);
  }
  const counted = all.slice(warmUps);
  log(`${counted.map((ms) => ms.toFixed(0)).join(', ')} ms`);
  return {
    figure: `Dark, from choosing to the last of ${DEVICES} pushes at its push service`,
    unit: 'ms',
    ours: Math.max(...counted),
    goal: { atMost: GOAL_MS },
    note: `the slowest of ${times} calls, their median is ${median(counted).toFixed(0)} ms; ${FRIENDS} friends with ${DEVICES_EACH} devices each at one push service, which answers after ${ANSWER_MS} ms and has closed earlier connections; the texts of the call are made meanwhile; audited`,
  };
};

async function openPushService() {
  let arrived: { path: string; at: number }[] = [];
  let answered = 0;
  let last = Promise.withResolvers<void>();
  const certificate = makeSelfSignedCertificate();
  const server = createServer(certificate, (push, answer) => {
    push.resume().once('end', () => {
      arrived.push({ path: push.url!, at: performance.now() });
      setTimeout(() => {
        answer.writeHead(201).end();
        answered += 1;
        if (answered === DEVICES) last.resolve();
      }, ANSWER_MS);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificate: certificate.cert,
    /** Times a call until the last device has got its push, in ms. @throws when one has got none, or two */
    async time(call: () => Promise<unknown>): Promise<number> {
      // In a circle of friends, calls for support are further apart than push services keep connections open.
      server.closeAllConnections();
      [arrived, answered, last] = [[], 0, Promise.withResolvers()];
      const from = performance.now();
      await Promise.all([last.promise, call()]);
      const { size } = new Set(arrived.map(({ path }) => path));
      if (arrived.length !== DEVICES || size !== DEVICES)
        throw new Error(`The audit failed: ${arrived.length} pushes for ${size} of ${DEVICES} devices`);
      return Math.max(...arrived.map(({ at }) => at)) - from;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
