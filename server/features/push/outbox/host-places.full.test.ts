import { afterAll, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { countWaitingAsks } from '#server/features/asks/index.ts';
import { createWorker, DEFAULT_WORKER_OPTIONS, Unreachable } from '#server/features/deliveries/index.ts';
import { startPushTestServer } from '#tests/support/push/push-test-server.ts';
import type { PushSender } from '../services/push-sender.ts';
import { createPushChannel } from './push-channel.ts';

const SERVICE = '*.push.test';
const server = await startPushTestServer({ pushHosts: [SERVICE] });
const { database, moodring, connectAll } = server;

/** The hosts of pushes that never get an answer. */
const underWay: string[] = [];
let answered = 0;
/** Hosts that begin with `dead` never answer; the others take every push. */
const sender: PushSender = {
  async send({ endpoint }, _, aborted) {
    const { hostname } = new URL(endpoint);
    if (!hostname.startsWith('dead')) {
      answered += 1;
      return;
    }
    underWay.push(hostname);
    await new Promise((resolve) => aborted!.addEventListener('abort', resolve, { once: true }));
    throw new Unreachable('it was cut off');
  },
  close() {},
};
const parts = { pool: database.pool, log: server.log.log, options: { ...DEFAULT_WORKER_OPTIONS, drainMs: 0 } };
const { limits } = moodring.context;
const channel = createPushChannel({
  ...{ ...parts, sender, services: [SERVICE], appUrl: server.origin, limits, countWaitingAsks },
});
const worker = createWorker({ ...parts, channel });

// Its pushes are for the worker of the test.
await moodring.context.push.stop();
const people = await server.insertMembers(44);
const [ada, mallory, ...friends] = people as [Member, Member, ...Member[]];
await connectAll(people);
worker.start();
afterAll(() => worker.stop());

const subscribe = (who: Member, host: string) =>
  database.pool.query(
    `insert into push_devices (session_id, uid, service, endpoint, p256dh, auth)
     select id, user_id, $2, $3, '', '' from sessions where user_id = $1`,
    [who.uid, SERVICE, `https://${host}.push.test/${crypto.randomUUID()}`],
  );

async function asks(who: Member, mood: string): Promise<void> {
  await who.choose(mood);
  worker.wake();
}

test('forty devices at hosts that never answer keep no call for support from a host that does', async () => {
  await subscribe(friends[0]!, 'web');
  await asks(ada, 'Dark');
  await vi.waitFor(() => expect(answered).toBe(1));
  await Promise.all(friends.slice(2).map((friend, n) => subscribe(friend, `dead-${n}`)));
  await asks(mallory, 'Dark');
  await vi.waitFor(() => expect(underWay).toHaveLength(6));
  await subscribe(friends[1]!, 'web');
  await asks(ada, 'Purple');
  await vi.waitFor(() => expect(answered).toBeGreaterThan(1));
  expect(underWay).toHaveLength(6);
});
