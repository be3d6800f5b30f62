import { type Chat, chatRate, HOW, prepareChat } from '#bench/loads/chat-load.ts';
import type { Figure, MeasurementContext } from '#bench/report/figure.ts';
import { mediansOf } from '#bench/report/statistics.ts';
import { type Product, startProduct } from '#bench/rig/product.ts';
import { hasNats, startNats } from '#fixtures/nats.ts';

const SIZES = { full: { rounds: 5, pairs: 50, messages: 100_000 }, quick: { rounds: 2, pairs: 16, messages: 20_000 } };

export const nodes: Figure = async (context) => {
  const { rounds, pairs, messages } = SIZES[context.size];
  await using started = new AsyncDisposableStack();
  // Each has a database of its own. All keep running; one at a time has load.
  const sets: Record<string, Chat> = {
    one: await startNodes(context, started, 'one', 1),
    'LISTEN/NOTIFY': await startNodes(context, started, 'two', 2),
  };
  if (hasNats()) {
    const nats = await startNats();
    started.defer(() => nats.kill());
    sets.NATS = await startNodes(context, started, 'two_by_nats', 2, { NATS_URL: nats.url });
  }
  for (const chat of Object.values(sets)) await chatRate(chat, messages);
  const rates = await mediansOf(context, rounds, async () => {
    const rates: Record<string, number> = {};
    for (const [name, chat] of Object.entries(sets)) rates[name] = await chatRate(chat, messages);
    return rates;
  });
  const { one, ...several } = rates;
  return Object.entries(several).map(([bus, rate]) => ({
    figure: `two nodes through ${bus}`,
    unit: 'messages/s',
    ours: rate,
    reference: one!,
    goal: { atLeast: 0.85 },
    note: `${messages} messages of ${pairs} pairs, half of them across the nodes, ${HOW}, delivered once; reference: one node, same cores; medians of ${rounds} rounds in turn, after one to warm up`,
  }));
};

async function startNodes(
  { cluster, size }: MeasurementContext,
  started: AsyncDisposableStack,
  name: string,
  count: number,
  settings: Record<string, string> = {},
): Promise<Chat> {
  const database = await cluster.createDatabase(`nodes_${name}`);
  const all: Product[] = [];
  for (let n = 1; n <= count; n += 1) all.push(started.use(await startProduct(cluster, database, { settings })));
  return prepareChat(all as [Product, ...Product[]], SIZES[size].pairs);
}
