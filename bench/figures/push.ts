import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PushLoad, PushRun, PushService, PushTask } from '#bench/loads/push-load.ts';
import type { PushClient, PushClientTask } from '#bench/references/push-client.ts';
import type { Figure } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { type ScriptProcess, startScript } from '#bench/rig/child-processes.ts';
import { settle } from '#bench/rig/cluster.ts';
import { pushesSettled, textsSettled } from '#bench/rig/outbox-settled.ts';
import { call, connectWithAll, insertPeople, type Person, signInAgain } from '#bench/rig/people.ts';
import { type Product, startProduct } from '#bench/rig/product.ts';
import { DEFAULT_PUSH_WORKER_OPTIONS } from '#server/features/push/outbox/push-worker.ts';

const TIMES = { full: { warmUps: 4, times: 30 }, quick: { warmUps: 1, times: 5 } };
const FRIENDS = 50;
const DEVICES_EACH = 2;
const ANSWER_MS = 50;
const GOAL_MS = 2_000;
/** As many as the product's at one push service. */
const CONNECTIONS = DEFAULT_PUSH_WORKER_OPTIONS.supportPlaces;

/** A Dark mood: how long until the devices of all friends have been notified by their push service. */
export const push: Figure = {
  name: 'push',
  async measure(context) {
    const { warmUps, times } = TIMES[context.size];
    const devices = FRIENDS * DEVICES_EACH;
    const load: PushLoad = { devices, answerMs: ANSWER_MS };
    await using service = await startScript<PushService>('loads/push-load.ts', load);
    const { host, certificate, subscriptions } = service.reply;
    const authority = join(context.cluster.folder, 'push-service.pem');
    await writeFile(authority, certificate);
    const settings = { PUSH_HOSTS: host, NODE_EXTRA_CA_CERTS: authority };
    await using product = await startProduct(context, 'push', { settings });
    const client: PushClientTask = { host, certificate, connections: CONNECTIONS };
    await using bare = await startScript<PushClient>('references/push-client.ts', client);

    const people = await insertPeople(product, FRIENDS + warmUps + times);
    const [friends, choosers] = [people.slice(0, FRIENDS), people.slice(FRIENDS)];
    for (const chooser of choosers) await connectWithAll(product, chooser, friends);
    const browsers = [...friends, ...(await signInAgain(product, friends))];
    for (const [n, friend] of browsers.entries())
      await call(product, 'PUT', `/api/users/${friend.uid}/push`, subscriptions[n], friend);
    await settle(product.db);

    const ours: number[] = [];
    const reference: number[] = [];
    for (const [n, chooser] of choosers.entries()) {
      const chosen = await run(service, { product: product.url, chooser });
      await Promise.all([pushesSettled(product.db), textsSettled(product.db)]);
      const sent = await run(service, { bare: bare.reply.url });
      if (n < warmUps) continue;
      ours.push(chosen);
      reference.push(sent);
    }
    await audit(product, choosers, devices);
    context.log(`${inWords(ours)} ms; bare ${inWords(reference)} ms`);
    const figure = `Dark, from choosing to the last of ${devices} pushes at its push service`;
    const note = `${FRIENDS} friends with ${DEVICES_EACH} devices each at one push service, which answers after ${ANSWER_MS} ms and has closed earlier connections; the texts of the call are made meanwhile; audited`;
    return [
      {
        figure,
        unit: 'ms',
        ours: median(ours),
        reference: median(reference),
        goal: { atMost: 2 },
        note: `${note}; reference: a bare client that sends the same ${devices} requests, encrypted and signed before, over ${CONNECTIONS} connections; medians of ${times}`,
      },
      {
        figure: `${figure}, the slowest of ${times}`,
        unit: 'ms',
        ours: Math.max(...ours),
        goal: { atMost: GOAL_MS },
        note: 'of the same calls',
      },
    ];
  },
};

async function run(service: ScriptProcess<PushService>, task: PushTask): Promise<number> {
  service.send(task);
  return (await service.nextReply<PushRun>()).ms;
}

function inWords(times: number[]): string {
  return times.map((ms) => ms.toFixed(0)).join(', ');
}

/** @throws when not every push is stored as shown */
async function audit({ db }: Product, choosers: Person[], devices: number): Promise<void> {
  const { rows } = await db.query<{ shown: number }>(
    'select count(*)::integer as shown from pushes where shown_at is not null and author = any($1::uuid[])',
    [choosers.map(({ uid }) => uid)],
  );
  if (rows[0]!.shown !== choosers.length * devices)
    throw new Error(`The audit failed: ${rows[0]!.shown} pushes of ${choosers.length * devices} are shown`);
}
