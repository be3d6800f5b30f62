import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Client, type Member, PASSWORD, signUp } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { sqlOf } from '#fixtures/sql.ts';
import { ClusterFiles } from '#server/database/embedded/cluster-files.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { callOnce } from './support/call-once.ts';
import { countTexts } from './support/count-texts.ts';
import { expectNoLosses } from './support/expect-no-losses.ts';
import { Load } from './support/load.ts';
import { repetitions } from './support/repetitions.ts';
import { seededRandom } from './support/seeded-random.ts';

const HEALTHY_WITHIN_MS = 10_000;
const AUTH_SECRET = randomBytes(32).toString('base64url');
const random = seededRandom('PostgreSQL faults');

let app: App;
let circle: Member[];
let strangers: Member[];
const sql = sqlOf(() => app);

beforeAll(async () => {
  app = await App.openDurable({ AUTH_SECRET });
  countTexts(app.endpoint, random);
});
afterAll(() => app.close());
beforeEach(async () => {
  const people = await insertMembers(sql, app.url, AUTH_SECRET, 5 + 1_000);
  [circle, strangers] = [people.slice(0, 5), people.slice(5)];
  await connectAll(sql, circle);
});

const TERMINATE = `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'moodring%'`;

/** Breaks PostgreSQL while people use the app. @returns when it was mended, if it was broken for a while */
type Fault = (load: Load) => Promise<number | undefined>;

test.each<[string, number, Fault]>([
  ['restarted', 2, () => endPostgres(app, 'SIGINT')],
  ['killed with -9', 2, () => endPostgres(app, 'SIGKILL')],
  ['cut off from its clients', 8, async () => void (await app.sql(TERMINATE, [], app.superuserUrl))],
  ['frozen', 1, freezeForAWhile],
])('PostgreSQL is %s under load: 503, nothing is lost, healthy within 10 s', async (_, usual, breakIt) => {
  const load = new Load({ circle, strangers, random });
  const faults = repetitions(usual);
  let slowest = 0;
  for (let fault = 0; fault < faults; fault++) {
    await load.progress(20);
    // A random moment of the load.
    await pause(random.below(500));
    const start = performance.now();
    const mendedAt = await breakIt(load);
    await waitUntilHealthy();
    slowest = Math.max(slowest, performance.now() - (mendedAt ?? start));
  }
  await load.stop();
  await expectNoLosses(sql, load);
  expect(load.refusals.unavailable, 'calls answered with 503').toBeGreaterThan(0);
  expect(slowest).toBeLessThan(HEALTHY_WITHIN_MS);
});

/** Ends an app's own PostgreSQL, and waits until the process has ended. */
async function endPostgres({ dataDir }: App, signal: NodeJS.Signals): Promise<undefined> {
  const files = new ClusterFiles(dataDir);
  const pid = files.runningPid()!;
  process.kill(pid, signal);
  await vi.waitFor(() => expect(files.runningPid()).not.toBe(pid), { timeout: 30_000, interval: 2 });
}

/** Freezes PostgreSQL until calls of each kind were refused, and checks how long they waited. */
async function freezeForAWhile(load: Load): Promise<number> {
  const [ada, grace] = circle as [Member, Member];
  const before = load.refusals.unavailable;
  const unfreeze = freezePostgres();
  const calls = [
    () => callOnce(ada, 'GET', '/api/health'),
    () => callOnce(ada, 'GET', `/api/users/${ada.uid}/connections`),
    () => callOnce(ada, 'PUT', `/api/users/${ada.uid}/info/mood`, { mood: 'Yellow' }),
    () => callOnce(ada, 'POST', '/api/messages', { id: randomUUID(), receiver: grace.uid, content: 'Well?' }),
    () => callOnce(ada, 'POST', '/api/users/search', { query: 'Friend' }),
  ];
  const manyRefusals = () => expect(load.refusals.unavailable).toBeGreaterThan(before + 10);
  const [[health, ...others]] = await Promise.all([
    Promise.all(calls.map(timed)),
    vi.waitFor(manyRefusals, { timeout: 60_000 }),
  ]).finally(unfreeze);
  const mendedAt = performance.now();
  expect(health).toMatchObject({ kind: 'unavailable' });
  expect(health!.ms, 'the health check answers soon').toBeLessThan(3_000);
  for (const other of others) expect(other).toMatchObject({ kind: 'unavailable' });
  // A statement without an answer fails after 10 s, and so does the wait for a connection.
  expect(Math.max(...others.map(({ ms }) => ms))).toBeLessThan(22_000);
  return mendedAt;
}

/** Stops all processes of PostgreSQL with SIGSTOP; its connections stay open without answers. @returns continues them */
function freezePostgres(): () => void {
  const postmaster = new ClusterFiles(app.dataDir).runningPid()!;
  process.kill(postmaster, 'SIGSTOP');
  const children = String(execFileSync('pgrep', ['-P', String(postmaster)])).match(/\d+/g)!;
  const all = [...children.map(Number), postmaster];
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of all) process.kill(pid, 'SIGCONT');
  };
}

/** Adds the duration to a result. */
async function timed<Result extends object>(ask: () => Promise<Result>): Promise<Result & { ms: number }> {
  const start = performance.now();
  const result = await ask();
  return { ...result, ms: performance.now() - start };
}

test('other programs use up all connections of PostgreSQL: moods, log-ins, searches, lists and chat still work', async () => {
  const [ada, grace] = circle as [Member, Member];
  const { email } = await signUp(app.url, { firstname: 'Mei', email: 'mei@example.com' });
  await using _crowd = await takeAllConnections();
  const calls = () => [
    callOnce(ada, 'PUT', `/api/users/${ada.uid}/info/mood`, { mood: 'Dark' }),
    callOnce(ada, 'GET', `/api/users/${ada.uid}/connections`),
    callOnce(ada, 'POST', '/api/users/search', { query: 'Friend' }),
    callOnce(ada, 'POST', '/api/messages', { id: randomUUID(), receiver: grace.uid, content: 'Hello' }),
    callOnce(new Client(app.url), 'POST', '/api/identity/sign-in/email', { email, password: PASSWORD }),
  ];
  const kinds: string[] = [];
  for (let round = 0; round < 5; round++) {
    kinds.push(...(await Promise.all([...calls(), ...calls()])).map(({ kind }) => kind));
  }
  expect(kinds).toEqual(kinds.map(() => 'done'));
});

/** Takes all connections that PostgreSQL has left, until it is disposed of. */
async function takeAllConnections(): Promise<AsyncDisposable> {
  const clients: pg.Client[] = [];
  for (let isRefused = false; !isRefused; ) {
    const client = new pg.Client({ connectionString: app.superuserUrl });
    client.on('error', () => {});
    await client.connect().then(
      () => clients.push(client),
      () => {
        isRefused = true;
      },
    );
  }
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}

test('PostgreSQL is killed with -9 after a person has reached a limit: the limit still holds', async () => {
  const limited = await App.openDurable({ AUTH_SECRET, RATE_LIMITS: 'on' });
  onTestFinished(() => limited.close());
  const [ada, grace] = (await insertMembers(
    sqlOf(() => limited),
    limited.url,
    AUTH_SECRET,
    2,
  )) as [Member, Member];
  const findNumber = async () => (await callOnce(ada, 'POST', '/api/users/search', { query: '4155550101' })).kind;
  const found: string[] = [];
  for (let n = 0; n < 20; n++) found.push(await findNumber());
  expect(found).toEqual(found.map(() => 'done'));
  // The counts of the last half second may be lost. A commit that is waited for puts them on disk, too.
  expect((await ada.connect(grace)).status).toBe(200);
  await endPostgres(limited, 'SIGKILL');
  await vi.waitFor(async () => expect((await callOnce(ada, 'GET', '/api/health')).kind).toBe('done'), 20_000);
  // Limits are counted over connections of their own. Until these are back the search is refused.
  let again = '';
  await vi.waitFor(async () => {
    again = await findNumber();
    expect(again).not.toBe('unavailable');
  }, 20_000);
  expect(again).toBe('limited');
});

/** Waits until a message can be sent, a list fetched and a live connection opened. */
async function waitUntilHealthy(): Promise<void> {
  const [ada, grace] = circle as [Member, Member];
  const works = async () =>
    [
      await callOnce(ada, 'GET', '/api/health'),
      await callOnce(ada, 'POST', '/api/messages', { id: randomUUID(), receiver: grace.uid, content: 'Well?' }),
      await callOnce(ada, 'GET', `/api/users/${ada.uid}/connections`),
    ].every(({ kind }) => kind === 'done');
  await vi
    .waitFor(
      async () => {
        expect(await works()).toBe(true);
        (await grace.listen()).terminate();
      },
      { timeout: 3 * HEALTHY_WITHIN_MS, interval: 25 },
    )
    .catch((error) => {
      throw new Error(`It does not recover:\n${app.log().slice(-5_000)}`, { cause: error });
    });
}
