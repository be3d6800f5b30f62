import type { Insertable, Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { Mood } from '#contract/moods.ts';
import type { Database } from '#server/database/schema.ts';
import type { Rules } from '#server/features/texts/admission/admit-text.ts';
import { createDailyBudget } from '#server/features/texts/admission/daily-budget.ts';
import { createEmergencyAllowance } from '#server/features/texts/admission/emergency-allowance.ts';
import { createOutbox, type Gateways, type Outbox } from '#server/features/texts/index.ts';
import type { RetryPolicy } from '#server/features/texts/outbox/retry-policy.ts';
import { type Limits, NO_LIMITS } from '#server/limits/index.ts';
import { createTestDatabase } from '../database/database.ts';
import { createTestLog, type TestLog } from './log.ts';

type Text = Database['texts'];

/** Fast enough for tests; nothing depends on how fast. */
const TEST_RETRY_POLICY: Partial<RetryPolicy> = {
  pollMs: 10,
  drainMs: 20,
  backoffBaseMs: 1,
  backoffCapMs: 5,
  maxAttempts: 4,
};

/** What holds for texts at a node with these limits. */
export function testRules({
  limits = NO_LIMITS,
  perDay = 10_000,
  log = createTestLog().log,
}: Partial<Limited> = {}): Rules {
  const budget = createDailyBudget(limits, perDay, log);
  return {
    defaultCountry: 'US',
    appUrl: 'https://moodring.example',
    limits,
    budget,
    emergency: createEmergencyAllowance(),
  };
}

interface Limited {
  limits: Limits;
  perDay: number;
  log: Logger;
}

/** A database with an outbox table, and as many workers on it as a test wants. */
export async function openOutboxRoom() {
  const database = await createTestDatabase();
  const running: Outbox[] = [];
  let log: TestLog = createTestLog();
  return {
    ...database,
    log: () => log,
    /** A worker that runs until the room is cleared. */
    startOutbox(gateways: Gateways, pace: Partial<RetryPolicy> = {}, rules?: Rules): Outbox {
      const outbox = createOutbox({
        pool: database.pool,
        log: log.log,
        gateways,
        pace: { ...TEST_RETRY_POLICY, ...pace },
        ...(rules && { rules }),
      });
      outbox.start();
      running.push(outbox);
      return outbox;
    },
    /** Stores texts, queued and due unless told otherwise. @returns their ids, in order */
    async store(...texts: Partial<Insertable<Text>>[]): Promise<string[]> {
      const rows = texts.map((text) => ({ ...someText(), ...text }));
      await database.db.insertInto('texts').values(rows).execute();
      return rows.map((row) => row.id);
    },
    /** Somebody with an account. @returns their uid */
    async person({ mood = 'Green', age = '30 days', network = null }: Partial<Somebody> = {}): Promise<string> {
      const { rows } = await database.pool.query<{ id: string }>(
        `insert into users (id, name, firstname, lastname, email, mood, created_at, sign_up_network)
         select id, '', '', '', id || '@example.com', $1, now() - $2::interval, $3 from gen_random_uuid() id returning id`,
        [mood, age, network],
      );
      return rows[0]!.id;
    },
    texts: (): Promise<Selectable<Text>[]> =>
      database.db.selectFrom('texts').selectAll().orderBy('created_at').orderBy('message').execute(),
    /** Stops the workers and empties the table. */
    async clear(): Promise<void> {
      await Promise.all(running.splice(0).map((outbox) => outbox.stop()));
      await database.db.deleteFrom('texts').execute();
      log = createTestLog();
    },
  };
}

interface Somebody {
  mood: Mood;
  age: string;
  /** The one that the account was made from. */
  network: string | null;
}

function someText() {
  return {
    id: crypto.randomUUID(),
    kind: 'general',
    cause: 'form',
    cause_id: crypto.randomUUID(),
    phone_number: '+1 415 555 0100',
    message: 'Are you there?',
    status: 'queued',
  } as const satisfies Partial<Insertable<Text>>;
}
