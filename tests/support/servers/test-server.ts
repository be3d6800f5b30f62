import { afterAll, expect, onTestFinished } from 'vitest';
import { Client, type Member, type Profile, signUp } from '#fixtures/client.ts';
import { freePort } from '#fixtures/free-port.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { sqlOn } from '#fixtures/sql.ts';
import { whenSettled } from '#server/background/when-settled.ts';
import { type Config, readConfig } from '#server/config.ts';
import { startServer } from '#server/start-server.ts';
import { allRows } from '../database/all-rows.ts';
import { setClockForward } from '../database/clocks/test-clock.ts';
import { createTestDatabase } from '../database/database.ts';
import { findPersonalData } from '../database/find-personal-data.ts';
import { type Attempts, forgetAttempts, insertAttempts } from '../database/insert-attempts.ts';
import { deleteTexts, readTexts } from '../database/read-texts.ts';
import { sqlTag } from '../database/sql-tag.ts';
import { PATIENCE_MS } from '../patience.ts';
import { PUSH_HOST } from '../push/subscription.ts';
import { createTestLog } from './log.ts';

/** The real server on a database of its own. */
export type TestServer = Awaited<ReturnType<typeof startTestServer>>;

/**
 * Starts the server for one test file, and stops it after the tests. An unexpected error in its log fails them.
 * @param template the database to copy, by default the migrated one with the clock that `advance` sets
 */
export async function startTestServer(overrides: Partial<Config> = {}, template?: string) {
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
  const { config } = moodring.context;
  const workers = new Set(moodring.workers);
  const settled = () => whenSettled([...workers], AbortSignal.timeout(PATIENCE_MS));
  const expected = new Set<string>();
  let people = 0;
  let phones = 0;
  let stopping: Promise<void> | undefined;

  const server = {
    origin,
    moodring,
    database,
    log,
    sql: sqlTag(pool),
    /** A client without a session. */
    visitor: new Client(origin),
    /** Signs a new person up and in. The default name is 'Ada Lovelace'; the default is no phone number. */
    signUp(profile?: Partial<Profile>) {
      people += 1;
      return signUp(origin, { email: `${people}@example.com`, ...profile });
    },
    /** A number that nobody has. */
    newPhone: () => `+1415${6_000_000 + ++phones}`,
    /** Inserts people with a phone and a session, much faster than `signUp`. */
    insertMembers: (count: number) => insertMembers(sql, origin, config.authSecret, count),
    /** Connects all people with each other, without greetings. */
    connectAll: (people: readonly Member[]) => connectAll(sql, people),
    /** All texts of the outbox, once it is settled. */
    async texts() {
      await settled();
      return (await readTexts(pool, origin)).map(({ id, status, ...text }) => text);
    },
    /** Removes all texts, and the causes of further ones. */
    deleteTexts: () => deleteTexts(pool),
    /** Counts earlier attempts. */
    insertAttempts: (attempts: Attempts) => insertAttempts(pool, config.authSecret, attempts),
    /** Removes all counted attempts, and what nodes remember of them. */
    forgetAttempts: () => forgetAttempts(pool),
    /** Every row of every table as text, once the server is settled. */
    async allRows() {
      await settled();
      return allRows(pool);
    },
    /** `table.column` for each row that has a person's uid. */
    findPersonalData: (uid: string) => findPersonalData(pool, uid),
    /**
     * Resolves when nothing works in the background and nothing is due: what has not happened then does not happen. Retries
     * and held texts are due later.
     */
    settled,
    /** The time of the database's clock, in milliseconds. */
    async now(): Promise<number> {
      const { rows } = await pool.query('select clock_timestamp() as now');
      return rows[0].now.getTime();
    },
    /** Sets the clock of the database forward, and waits until what became due by that is done. @param time '2 hours' */
    async advance(time: string) {
      await setClockForward(pool, time);
      await settled();
    },
    /** Sets UNDO_SECONDS until the end of the test. */
    holdCalls(seconds: number) {
      const { undoSeconds } = config;
      onTestFinished(() => {
        config.undoSeconds = undoSeconds;
      });
      config.undoSeconds = seconds;
    },
    /** The background workers of this node, and of other nodes on its database. */
    workers,
    /** Expects an error in the server's log; without it the file's tests fail. */
    expectError: (message: string) => void expected.add(message),
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
      errors.filter(({ msg }) => !expected.has(msg.replace(/, again$/, ''))),
      'unexpected errors in the log',
    ).toEqual([]);
    expect(
      [...expected].filter((message) => !errors.some(({ msg }) => msg === message)),
      'expected errors',
    ).toEqual([]);
  });
  return server;
}

/** The defaults of the settings, but without limits, held calls and countries that get no texts. */
const CONFIG: Config = {
  ...readConfig({ AUTH_SECRET: 'a secret that only the tests use' }),
  dataDir: '/nowhere',
  rateLimits: false,
  textCountries: 'all',
  undoSeconds: 0,
  vapidSubject: 'mailto:operator@example.org',
  pushHosts: [PUSH_HOST],
};
