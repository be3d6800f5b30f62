import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { MESSAGE_CONTENT } from '#bench/loads/chat-load.ts';
import { openBestInserts } from '#bench/references/inserts.ts';
import type { Figure } from '#bench/report/figure.ts';
import { mediansOf } from '#bench/report/statistics.ts';
import { allSent } from '#bench/rig/audit.ts';
import { settle } from '#bench/rig/cluster.ts';
import { connectedPairs, type Pair } from '#bench/rig/people.ts';
import { type Product, startProduct } from '#bench/rig/product.ts';
import { openPool } from '#server/database/connect.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';
import { createCauses } from '#server/features/causes/index.ts';
import { createDailyBudget, createEmergencyAllowance, createOutbox } from '#server/features/texts/index.ts';
import { NO_LIMITS } from '#server/limits/index.ts';

const SIZES = {
  full: { rounds: 3, texts: 50_000, referenceSeconds: 2 },
  quick: { rounds: 2, texts: 20_000, referenceSeconds: 1 },
};
const PAIRS = 50;

/** Texts about messages: made from their causes, handed to a gateway that takes each at once, and settled. */
export const texts: Figure = async (context) => {
  const { rounds, texts, referenceSeconds } = SIZES[context.size];
  await using product = await startProduct(context.cluster, 'texts');
  const pairs = await connectedPairs(product, PAIRS);
  await allSent(product.db);
  await product.stop();
  const inserts = await openBestInserts(context.cluster, product);
  const rates = await mediansOf(context, rounds, async () => {
    await insertMessages(product, pairs, texts);
    await settle(product.db);
    const seconds = await sendAll(product, texts);
    return { 'texts/s': texts / seconds, 'inserts/s': await inserts.run(referenceSeconds) };
  });
  return {
    figure: 'texts made and handed to a gateway',
    unit: 'texts/s',
    ours: rates['texts/s'],
    reference: rates['inserts/s'],
    goal: { atLeast: 0.5 },
    note: `${texts} texts about messages of ${PAIRS} pairs, from their causes to their last outcome, audited; reference: ${inserts.by}; medians of ${rounds} rounds`,
  };
};

/** Inserts messages of all pairs in turn, in both directions, with the causes of their texts as the chat stores them. */
async function insertMessages({ db }: Product, pairs: readonly Pair[], count: number): Promise<void> {
  await db.query(
    `with added as (
       insert into messages (id, sender, receiver, content)
       select gen_random_uuid(), case when n % 2 = 0 then one else other end, case when n % 2 = 0 then other else one end, $4
       from generate_series(0, $3 - 1) n
       join unnest($1::uuid[], $2::uuid[]) with ordinality as pair (one, other, place) on place = n / 2 % $5 + 1
       returning id, seq
     )
     insert into causes (priority, cause, ids)
     select 1, 'message', array_agg(id) from (select id, row_number() over (order by seq) / 100 as part from added) m group by part`,
    [pairs.map(([one]) => one.uid), pairs.map(([, other]) => other.uid), count, MESSAGE_CONTENT, pairs.length],
  );
}

/** The product's causes and outbox send all that is due. @returns seconds @throws when the gateway did not get each text once */
async function sendAll({ databaseUrl }: Product, texts: number): Promise<number> {
  const pool = openPool(databaseUrl, CONNECTIONS.outbox);
  const log = pino({ level: 'silent' });
  const taken: string[] = [];
  const general = {
    name: 'at once',
    async send({ id }: { id: string }) {
      taken.push(id);
      return { providerId: null };
    },
  };
  const outbox = createOutbox({
    pool,
    log,
    gateways: { general },
    appUrl: 'https://moodring.example',
    rules: {
      phoneProof: 'off',
      limits: NO_LIMITS,
      budget: createDailyBudget(NO_LIMITS, 2 * texts, log),
      emergency: createEmergencyAllowance(),
    },
  });
  const push = { make: async () => [], wakeIn() {} };
  const causes = createCauses({ pool, log, outbox, push, publishAsk() {} });

  const from = performance.now();
  causes.start();
  outbox.start();
  const isDue = async () => {
    const { rows } = await pool.query<{ due: boolean }>(
      `select exists(select from causes) or exists(select from texts where status in ('queued', 'sending')) as due`,
    );
    return rows[0]!.due;
  };
  while (await isDue()) await pause(20);
  const seconds = (performance.now() - from) / 1000;
  await Promise.all([causes.stop(), outbox.stop()]);
  await pool.end();
  if (taken.length !== texts || new Set(taken).size !== texts)
    throw new Error(`The audit failed: ${taken.length} texts were handed over, ${new Set(taken).size} different ones`);
  return seconds;
}
