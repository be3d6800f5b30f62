/** A process of its own: the product's causes and outbox with a gateway that accepts every text at once. */
import { pino } from 'pino';
import { createCauses } from '#server/features/causes/index.ts';
import {
  createDailyBudget,
  createEmergencyAllowance,
  createOutbox,
  createRecipients,
  createTextStops,
  openOutboxPool,
} from '#server/features/texts/index.ts';
import { NO_LIMITS } from '#server/limits/index.ts';
import { receiveTask, reply } from './load-process.ts';

export interface OutboxLoad {
  databaseUrl: string;
  /** How many texts are due. */
  texts: number;
}

export interface OutboxRun {
  /** Texts made, handed to the gateway and settled, per second. */
  perSecond: number;
  /** How often the gateway got each text, at most. */
  most: number;
  /** How many different texts the gateway got. */
  handed: number;
}

const { databaseUrl, texts } = await receiveTask<OutboxLoad>();
const pool = openOutboxPool(databaseUrl);
const log = pino({ level: 'silent' });
const taken = new Map<string, number>();
const outbox = createOutbox({
  pool,
  log,
  gateways: {
    general: {
      name: 'at once',
      async send({ id }) {
        taken.set(id, (taken.get(id) ?? 0) + 1);
        return { providerId: null };
      },
    },
  },
  appUrl: 'https://moodring.example',
  rules: {
    phoneProof: 'off',
    limits: NO_LIMITS,
    budget: createDailyBudget(NO_LIMITS, 2 * texts, log),
    emergency: createEmergencyAllowance(),
    stops: createTextStops(pool),
    recipients: createRecipients(pool),
  },
});

const causes = createCauses({
  ...{ pool, log, outbox },
  push: { make: async () => [], wakeIn() {} },
  publishAsk() {},
});

const from = performance.now();
causes.start();
outbox.start();
for (;;) {
  const { rows } = await pool.query<{ due: boolean }>(
    `select exists(select from causes) or exists(select from texts where status in ('queued', 'sending')) as due`,
  );
  if (!rows[0]!.due) break;
  await new Promise((resolve) => setTimeout(resolve, 20));
}
const seconds = (performance.now() - from) / 1000;
await Promise.all([causes.stop(), outbox.stop()]);
await pool.end();
reply({
  perSecond: texts / seconds,
  most: Math.max(...taken.values()),
  handed: taken.size,
} satisfies OutboxRun);
