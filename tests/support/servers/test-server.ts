import { afterAll, expect, onTestFinished } from 'vitest';
import { Client, Member, PASSWORD, type Profile } from '#fixtures/client.ts';
import { freePort } from '#fixtures/free-port.ts';
import { insertMembers } from '#fixtures/insert-members.ts';
import { sqlOn } from '#fixtures/sql.ts';
import { type BackgroundWorker, whenSettled } from '#server/background/when-settled.ts';
import type { Config } from '#server/config.ts';
import { type Moodring, startServer } from '#server/start-server.ts';
import { setClockForward } from '../database/clocks/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../database/database.ts';
import { readTexts, type TextRow } from '../database/read-texts.ts';
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
  /** All texts of the outbox, once it is settled. */
  texts(): Promise<Omit<TextRow, 'id' | 'status'>[]>;
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
    async signUp(given = {}) {
      people += 1;
      const profile = {
        firstname: 'Ada',
        lastname: 'Lovelace',
        email: `${people}@example.com`,
        phonenumber: '',
        ...given,
      };
      const body = { ...profile, name: `${profile.firstname} ${profile.lastname}`, password: PASSWORD };
      const { body: answer } = await server.visitor.post('/api/identity/sign-up/email', body);
      const member = new Member(origin, { ...profile, uid: answer.user?.id });
      await member.signIn(profile.email, PASSWORD);
      if (!member.cookie) throw new Error(`No account for ${profile.email}: ${JSON.stringify(answer)}`);
      return member;
    },
    insertMembers: (count) =>
      insertMembers(
        sqlOn(() => database.pool),
        origin,
        moodring.context.config.authSecret,
        count,
      ),
    async texts() {
      await server.settled();
      return (await readTexts(database.pool, origin)).map(({ id, status, ...text }) => text);
    },
    settled: () => whenSettled([...server.workers], AbortSignal.timeout(PATIENCE_MS)),
    async now() {
      const { rows } = await database.pool.query('select clock_timestamp() as now');
      return rows[0].now.getTime();
    },
    async advance(time) {
      await setClockForward(database.pool, time);
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
