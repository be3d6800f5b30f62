import type { Logger } from 'pino';
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import type { Mood } from '#contract/moods.ts';
import { whenSettled } from '#server/background/when-settled.ts';
import { createCauses } from '#server/features/causes/index.ts';
import type { Worker } from '#server/features/deliveries/index.ts';
import type { AdmissionRules } from '#server/features/texts/admission/admit-text.ts';
import type { TextKind } from '#server/features/texts/gateways/gateway.ts';
import { httpGateway } from '#server/features/texts/gateways/http-gateway.ts';
import {
  createDailyBudget,
  createEmergencyAllowance,
  createOutbox,
  type Gateways,
  type Outbox,
} from '#server/features/texts/index.ts';
import type { TextOptions } from '#server/features/texts/outbox/text-channel.ts';
import type { TextCause } from '#server/features/texts/wording/texts.ts';
import { createLimits, type Limits, NO_LIMITS } from '#server/limits/index.ts';
import { readNumber } from '#server/phone-numbers/read-number.ts';
import { createTestDatabase } from '../database/database.ts';
import { insertRows } from '../database/insert-rows.ts';
import { PATIENCE_MS } from '../patience.ts';
import { setPhone } from '../people/set-phone.ts';
import { openEndpoint, type TestEndpoint } from './endpoint.ts';
import { createTestLog, type TestLog } from './log.ts';

/** Short times for tests. No result depends on them. */
const TEST_OPTIONS = {
  pollMs: 10,
  drainMs: 20,
  backoffBaseMs: 1,
  backoffCapMs: 5,
  maxAttempts: 4,
} satisfies Partial<TextOptions>;

/** The link in the texts. */
const APP_URL = 'https://moodring.example';

/** The secret of the limits that `startLimited` counts, for `alreadyCounted`. */
export const LIMITS_SECRET = 'the secret of the tests';

/** The rules of a node with these limits. */
const rulesOf = (limits: Limits, log: Logger, perDay = 10_000): AdmissionRules => ({
  phoneProof: 'off',
  limits,
  budget: createDailyBudget(limits, perDay, log),
  emergency: createEmergencyAllowance(),
});

/**
 * A database with outbox workers, and a message endpoint that receives their texts. Call it at the top of a test file: it
 * registers the hooks that open a new endpoint before each test, and stop the workers and delete the texts after it.
 */
export async function createOutboxFixture() {
  const database = await createTestDatabase();
  const started: Worker[] = [];
  const openedLimits: Limits[] = [];
  let log: TestLog = createTestLog();
  let endpoint: TestEndpoint;

  beforeEach(async () => {
    endpoint = await openEndpoint();
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((each) => each.stop()));
    await database.pool.query('delete from texts');
    await database.pool.query('delete from causes');
    await database.pool.query('delete from limits');
    for (const limits of openedLimits.splice(0)) limits.close();
    await endpoint.close();
    log = createTestLog();
  });
  afterAll(() => database.drop());

  const fixture = {
    ...database,
    /** This test's endpoint. */
    get endpoint(): TestEndpoint {
      return endpoint;
    },
    log: () => log,
    gateways: (timeoutMs?: number): Gateways => ({
      general: httpGateway({ address: endpoint.address, secret: undefined, timeoutMs }),
    }),
    /** Starts an outbox that runs until the end of the test. */
    start(
      options: Partial<TextOptions> = {},
      gateways: Gateways = fixture.gateways(),
      rules = rulesOf(NO_LIMITS, log.log),
    ): Outbox {
      const outbox = createOutbox({
        pool: database.pool,
        log: log.log,
        gateways,
        appUrl: APP_URL,
        options: { ...TEST_OPTIONS, ...options },
        rules,
      });
      const causes = createCauses({
        ...{ pool: database.pool, log: log.log, outbox, pollMs: TEST_OPTIONS.pollMs },
        push: { make: async () => [], wakeIn() {} },
        publishAsk() {},
      });
      causes.start();
      outbox.start();
      started.push(outbox, causes);
      const wake = () => {
        causes.wake();
        outbox.wake();
      };
      return { ...outbox, wake };
    },
    /** Starts the outbox of a node that counts limits. All nodes share them, and the day's budget. */
    startLimited(perDay?: number): Outbox {
      const limits = createLimits({ pool: database.pool, secret: LIMITS_SECRET, log: log.log });
      openedLimits.push(limits);
      return fixture.start({}, fixture.gateways(), rulesOf(limits, log.log, perDay));
    },
    /** Stores texts, by default queued and due. @returns their ids, in order */
    async store(...texts: Partial<StoredText>[]): Promise<string[]> {
      const rows = texts.map((text) => withKey({ ...someText(), ...text }));
      await insertRows(database.pool, 'texts', rows);
      return rows.map((row) => row.id);
    },
    /** @returns the uid of a new person */
    async addPerson(person: Partial<NewPerson> = {}): Promise<string> {
      const { mood = 'Green', age = '30 days', network = null, phone = '' } = person;
      const { rows } = await database.pool.query<{ id: string }>(
        `insert into users (id, name, firstname, lastname, email, mood, created_at, sign_up_network)
         select id, '', '', '', id || '@example.com', $1, now() - $2::interval, $3 from gen_random_uuid() id returning id`,
        [mood, age, network],
      );
      const { id } = rows[0]!;
      await setPhone(database.pool, id, phone);
      return id;
    },
    texts: async (): Promise<StoredText[]> =>
      (await database.pool.query('select * from texts order by created_at, message')).rows,
    /** Resolves when no outbox works and nothing is due. Retries are due later, though soon: see `TEST_OPTIONS`. */
    settled: (): Promise<void> => whenSettled(started, AbortSignal.timeout(PATIENCE_MS)),
    /** @returns the number of texts by cause and status: `{ 'mood sent': 3 }` */
    async counts(): Promise<Record<string, number>> {
      const { rows } = await database.pool.query<{ key: string; count: number }>(
        `select cause || ' ' || status as key, count(*)::integer as count from texts group by 1`,
      );
      return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
    },
    waitForCounts: (expected: Record<string, number>): Promise<void> =>
      vi.waitFor(async () => expect(await fixture.counts()).toEqual(expected)),
  };
  return fixture;
}

/** The columns of `texts` that tests set or read. */
interface StoredText {
  id: string;
  recipient: string | null;
  author: string | null;
  cause_id: string | null;
  created_at: Date;
  next_attempt_at: Date | null;
  settled_at: Date | null;
  attempts: number;
  kind: TextKind;
  cause: TextCause;
  status: string;
  phone_number: string | null;
  message: string | null;
  last_error: string | null;
  provider_id: string | null;
}

interface NewPerson {
  mood: Mood;
  age: string;
  /** The network that the account was made from. */
  network: string | null;
  phone: string;
}

/** As it is stored when a text by hand is accepted. */
function withKey<Row extends { phone_number?: string | null }>(text: Row): Row & { phone_key: string | null } {
  const { phone_number } = text;
  return { ...text, phone_key: phone_number ? readNumber(phone_number, 'US').key : null };
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
  } as const satisfies Partial<StoredText>;
}
