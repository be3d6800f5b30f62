import { MESSAGE_CONTENT, newMessageId } from '#bench/loads/chat-load.ts';
import { startBareServer } from '#bench/references/bare-server.ts';
import { openInserts } from '#bench/references/inserts.ts';
import type { Figure } from '#bench/report/figure.ts';
import { median, mediansOf } from '#bench/report/statistics.ts';
import { createAudit } from '#bench/rig/audit.ts';
import { settle } from '#bench/rig/cluster.ts';
import { openLive } from '#bench/rig/live-client.ts';
import { connectedPairs, type Pair, type Person } from '#bench/rig/people.ts';
import { startProduct } from '#bench/rig/product.ts';

const SIZES = { full: { rounds: 5, messages: 1_000 }, quick: { rounds: 3, messages: 500 } };
const WARM_UPS = 300;

/** From send to delivery without other load, against the least that it needs: one commit and one round trip. */
export const idle: Figure = async (context) => {
  const { rounds, messages } = SIZES[context.size];
  await using product = await startProduct(context.cluster, 'idle');
  await using bare = await startBareServer('echo');
  const pairs = await connectedPairs(product, 1);
  const [sender, receiver] = pairs[0] as Pair;
  const audit = createAudit(product, pairs);
  const inserts = await openInserts(context.cluster, product);
  const times = await mediansOf(context, rounds, async () => {
    await settle(product.db);
    const { medianMs, ids } = await sendInTurn(messages, product.url, sender, receiver);
    await audit([{ sender: sender.uid, receiver: receiver.uid, ids }]);
    const commit = await inserts.commitMs();
    const echo = (await sendInTurn(messages, bare.url, sender)).medianMs;
    return { ours: medianMs, commit, echo };
  });
  return {
    figure: 'idle, from send to delivery',
    unit: 'ms',
    ours: times.ours,
    reference: times.commit + times.echo,
    goal: { atMost: 1.8 },
    note: `one message at a time, with its text, audited; reference: commit by ${inserts.by} with one client ${times.commit.toFixed(3)} ms + bare ws echo ${times.echo.toFixed(3)} ms; medians of ${rounds} rounds of ${messages}`,
  };
};

/** Sends one message at a time. @param receiver undefined for an echo @returns their ids, and the median time to delivery */
async function sendInTurn(messages: number, url: string, sender: Person, receiver?: Person) {
  let acknowledged = Promise.withResolvers<string>();
  let delivered = Promise.withResolvers<string>();
  const connections = await Promise.all(
    [sender, ...(receiver ? [receiver] : [])].map((person) =>
      openLive(url, person, (event) => {
        if (event.type === 'sent') acknowledged.resolve(event.id);
        else if (event.type === 'message') delivered.resolve(event.message.id);
        else if (event.type === 'send') delivered.resolve(event.id);
        else throw new Error(`Unexpected: ${JSON.stringify(event)}`);
      }),
    ),
  );
  const ids = Array.from({ length: WARM_UPS + messages }, newMessageId);
  const times: number[] = [];
  for (const id of ids) {
    acknowledged = Promise.withResolvers();
    delivered = Promise.withResolvers();
    const sentAt = performance.now();
    connections[0]!.send({ type: 'send', id, receiver: receiver?.uid ?? id, content: MESSAGE_CONTENT });
    const arrived = delivered.promise.then((got) => ({ got, ms: performance.now() - sentAt }));
    const [{ got, ms }, answered] = await Promise.all([arrived, receiver ? acknowledged.promise : id]);
    if (got !== id || answered !== id) throw new Error(`${got} and ${answered} arrived for ${id}`);
    times.push(ms);
  }
  for (const connection of connections) connection.close();
  return { medianMs: median(times.slice(WARM_UPS)), ids };
}
