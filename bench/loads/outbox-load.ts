/** A process of its own: the product's causes and outbox with a gateway that accepts every text at once. */
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { ownProcess } from '#bench/rig/own-process.ts';
import { createCauses } from '#server/features/causes/index.ts';
import {
  createDailyBudget,
  createEmergencyAllowance,
  createOutbox,
  openOutboxPool,
} from '#server/features/texts/index.ts';
import { NO_LIMITS } from '#server/limits/index.ts';

interface OutboxLoad {
  databaseUrl: string;
  /** How many texts are due. */
  texts: number;
}

/** @returns texts made, handed to the gateway and settled, per second @throws when the gateway did not get each text once */
export const outboxLoad = ownProcess(import.meta, async ({ databaseUrl, texts }: OutboxLoad): Promise<number> => {
  const pool = openOutboxPool(databaseUrl);
  const log = pino({ level: 'silent' });
  const taken: string[] = [];
  const outbox = createOutbox({
    pool,
    log,
    gateways: {
      general: {
        name: 'at once',
        async send({ id }) {
          taken.push(id);
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
  return texts / seconds;
});
