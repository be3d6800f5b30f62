import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { MESSAGE_CONTENT, newMessageId } from '#bench/loads/chat-load.ts';
import { startBareServer } from '#bench/references/bare-server.ts';
import { openInserts } from '#bench/references/inserts.ts';
import type { Figure } from '#bench/report/figure.ts';
import { median, mediansOf } from '#bench/report/statistics.ts';
import { allSent } from '#bench/rig/audit.ts';
import { chooseDark } from '#bench/rig/call.ts';
import { settle } from '#bench/rig/cluster.ts';
import { openLive } from '#bench/rig/live-client.ts';
import { connectWithAll, insertPeople, type Person } from '#bench/rig/people.ts';
import { type Product, startProduct } from '#bench/rig/product.ts';

const SIZES = { full: { rounds: 5, warmUps: 20, times: 40 }, quick: { rounds: 2, warmUps: 10, times: 20 } };
const FRIENDS = 500;
/** People choose one by one: the cards and texts that follow from a choice are no part of the next one. */
const FOLLOWS_MS = 250;

/** A Dark mood: how long until the last of many friends has the event, with the cause of the texts to all of them stored. */
export const dark: Figure = async (context) => {
  const { rounds, warmUps, times } = SIZES[context.size];
  await using product = await startProduct(context.cluster, 'dark');
  await using bare = await startBareServer('fanOut');
  const [chooser, ...friends] = await insertPeople(product, 1 + FRIENDS);
  await connectWithAll(product, chooser!, friends);
  const inserts = await openInserts(context.cluster, product);

  const friendsOnline = await openAudience(product.url, friends, chooser!.uid);
  const bystanders = await openAudience(bare.url, friends, chooser!.uid);
  const sender = await openLive(bare.url, chooser!, () => {});
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const medians = await mediansOf(context, rounds, async (round) => {
    await settle(product.db);
    const [ours, loop]: [number[], number[]] = [[], []];
    for (let n = 0; n < warmUps + times; n += 1) {
      ours.push(await friendsOnline.time(() => chooseDark(product.url, chooser!, agent)));
      const frame = { type: 'send', id: newMessageId(), receiver: chooser!.uid, content: MESSAGE_CONTENT } as const;
      loop.push(await bystanders.time(async () => sender.send(frame)));
      await pause(FOLLOWS_MS);
    }
    await audit(product, chooser!, round * (warmUps + times));
    return {
      ours: median(ours.slice(warmUps)),
      loop: median(loop.slice(warmUps)),
      commit: await inserts.commitMs(),
    };
  });
  for (const audience of [friendsOnline, bystanders]) audience.close();
  sender.close();
  return {
    figure: `Dark, from choosing to the last of ${FRIENDS} friends told`,
    unit: 'ms',
    ours: medians.ours,
    reference: medians.loop + medians.commit,
    goal: { atMost: 1.5 },
    note: `the cause of ${FRIENDS} texts stored in the same transaction, audited; reference: bare ws loop to ${FRIENDS} sockets ${medians.loop.toFixed(2)} ms + commit by ${inserts.by} with one client ${medians.commit.toFixed(2)} ms; medians of ${rounds} rounds of ${times}`,
  };
};

/** Opens a socket for each person. An action that is timed brings each one frame. @throws when a socket gets another or a second one */
async function openAudience(url: string, people: Person[], author: string) {
  let missing = new Set<Person>();
  let last = Promise.withResolvers<number>();
  const open = (person: Person) =>
    openLive(url, person, (event) => {
      // Friends who are asked get a frame about the ask later.
      if (event.type !== 'mood' && event.type !== 'send') return;
      const isRight = event.type === 'send' || (event.uid === author && event.mood === 'Dark');
      if (!isRight || !missing.delete(person))
        throw new Error(`The audit failed: a friend got ${JSON.stringify(event)}`);
      if (missing.size === 0) last.resolve(performance.now());
    });
  const sockets = await Promise.all(people.map(open));
  return {
    async time(act: () => Promise<unknown>): Promise<number> {
      missing = new Set(people);
      last = Promise.withResolvers();
      const from = performance.now();
      const [to] = await Promise.all([last.promise, act()]);
      return to - from;
    },
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}

/** @throws when a friend does not have one text for each choice */
async function audit({ db }: Product, { uid }: Person, choices: number): Promise<void> {
  await allSent(db);
  const { rows } = await db.query<{ texts: number }>(
    `select count(distinct cause_id)::integer as texts from texts where cause = 'mood' and author = $1 group by recipient`,
    [uid],
  );
  const wrong = rows.filter(({ texts }) => texts !== choices);
  if (rows.length !== FRIENDS || wrong.length > 0)
    throw new Error(`The audit failed: ${rows.length} friends have texts, ${wrong.length} of them a wrong number`);
}
