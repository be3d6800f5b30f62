import { afterAll, expect, onTestFinished } from 'vitest';
import { Client, type Member, type Profile, signUp } from '#fixtures/client.ts';
import { freePort } from '#fixtures/free-port.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { sqlOn } from '#fixtures/sql.ts';
import { type BackgroundWorker, whenSettled } from '#server/background/when-settled.ts';
import type { Config } from '#server/config.ts';
import { type Moodring, startServer } from '#server/start-server.ts';
import { allRows } from '../database/all-rows.ts';
import { setClockForward } from '../database/clocks/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../database/database.ts';
import { findPersonalData } from '../database/find-personal-data.ts';
import { type Attempts, forgetAttempts, insertAttempts } from '../database/insert-attempts.ts';
import { deleteTexts, readTexts, type TextRow } from '../database/read-texts.ts';
import { PATIENCE_MS } from '../patience.ts';
import { createTestLog, type TestLog } from './log.ts';

/** The real server on a database of its own. */
export interface TestServer {
  origin: string;
  moodring: Moodring;
  database: TestDatabase;
  log: TestLog;
  /** A client without a session. */
  visitor: Client;
  /** Signs a new person up and in. The default name is 'Ada Lovelace'; the default is no phone number. */
  signUp(profile?: Partial<Profile>): Promise<Member>;
  /** Inserts people with a phone and a session, much faster than `signUp`. */
  insertMembers(count: number): Promise<Member[]>;
  /** Connects all people with each other, without greetings. */
  connectAll(people: readonly Member[]): Promise<void>;
  /** All texts of the outbox, once it is settled. */
  texts(): Promise<Omit<TextRow, 'id' | 'status'>[]>;
  /** Removes all texts, and the causes of further ones. */
  deleteTexts(): Promise<void>;
  /** Counts earlier attempts. */
  insertAttempts(attempts: Attempts): Promise<void>;
  /** Removes all counted attempts, and what nodes remember of them. */
  forgetAttempts(): Promise<void>;
  /** Every row of every table as text, once the server is settled. */
  allRows(): Promise<string>;
  /** `table.column` for each row that has a person's uid. */
  findPersonalData(uid: string): Promise<string[]>;
  /**
   * Resolves when nothing works in the background and nothing is due: what has not happened then does not happen. Retries
   * and held texts are due later.
   */
  settled(): Promise<void>;
  /** The time of the database's clock, in milliseconds. */
  now(): Promise<number>;
  /** Sets the clock of the database forward, and waits until what became due by that is done. @param time '2 hours' */
  advance(time: string): Promise<void>;
  /** Sets UNDO_SECONDS until the end of the test. */
  holdCalls(seconds: number): void;
  /** The background workers of this node, and of other nodes on its database. */
  workers: Set<BackgroundWorker>;
  /** Expects an error in the server's log; without it the file's tests fail. */
  expectError(message: string): void;
  stop(): Promise<void>;
}

/**
 * Starts the server for one test file, and stops it after the tests. An unexpected error in its log fails them.
 * @param template the database to copy, by default the migrated one with the clock that `advance` sets
 */
export async function startTestServer(overrides: Partial<Config> = {}, template?: string): Promise<TestServer> {
  const database = await createTestDatabase(template);
  const { pool } = database;
  const sql = sqlOn(() => pool);
  const log = createTestLog();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const moodring = await startServer(
    { ...CONFIG, port, appUrl: origin, trustedOrigins: [origin], ...overrides },
    database.url,
    log.log,
  );
  const expected = new Set<string>();
  let people = 0;
  let stopping: Promise<void> | undefined;

  const server: TestServer = {
    origin,
    moodring,
    database,
    log,
    visitor: new Client(origin),
    signUp(profile) {
      people += 1;
      return signUp(origin, { email: `${people}@example.com`, ...profile });
    },
    insertMembers: (count) => insertMembers(sql, origin, moodring.context.config.authSecret, count),
    connectAll: (people) => connectAll(sql, people),
    async texts() {
      await server.settled();
      return (await readTexts(pool, origin)).map(({ id, status, ...text }) => text);
    },
    deleteTexts: () => deleteTexts(pool),
    insertAttempts: (attempts) => insertAttempts(pool, moodring.context.config.authSecret, attempts),
    forgetAttempts: () => forgetAttempts(pool),
    async allRows() {
      await server.settled();
      return allRows(pool);
    },
    findPersonalData: (uid) => findPersonalData(pool, uid),
    settled: () => whenSettled([...server.workers], AbortSignal.timeout(PATIENCE_MS)),
    async now() {
      const { rows } = await pool.query('select clock_timestamp() as now');
      return rows[0].now.getTime();
    },
    async advance(time) {
      await setClockForward(pool, time);
      await server.settled();
    },
    holdCalls(seconds) {
      const { config } = moodring.context;
      const { undoSeconds } = config;
      onTestFinished(() => {
        config.undoSeconds = undoSeconds;
      });
      config.undoSeconds = seconds;
    },
    workers: new Set(moodring.workers),
    expectError: (message) => void expected.add(message),
    stop() {
      stopping ??= moodring.stop();
      return stopping;
    },
  };

  afterAll(async () => {
    await server.stop();
    await database.drop();
    const errors = log.lines.filter(({ level }) => level >= 50);
    expect(
      errors.filter(({ msg }) => !expected.has(msg)),
      'unexpected errors in the log',
    ).toEqual([]);
    expect(
      [...expected].filter((message) => !errors.some(({ msg }) => msg === message)),
      'expected errors',
    ).toEqual([]);
  });
  return server;
}

const CONFIG: Omit<Config, 'port' | 'appUrl' | 'trustedOrigins'> = {
  host: '127.0.0.1',
  dataDir: '/nowhere',
  databaseUrl: undefined,
  natsUrl: undefined,
  authSecret: 'a secret that only the tests use',
  generalMessageUrl: undefined,
  welcomeMessageUrl: undefined,
  messageEndpointSecret: undefined,
  android: undefined,
  twilio: undefined,
  textFooter: undefined,
  textReplies: false,
  defaultCountry: 'US',
  trustProxy: 0,
  rateLimits: false,
  signUp: 'open',
  signUpsPerNetwork: 30,
  textCountries: 'all',
  textsPerDay: 10_000,
  s3Url: undefined,
  photosMbPerDay: 2_000,
  textsKeptDays: 90,
  undoSeconds: 0,
  helplines: [],
  vapidSubject: 'mailto:operator@example.org',
  pushHosts: ['push.example'],
  smtp: undefined,
  phoneProof: 'limited',
};
