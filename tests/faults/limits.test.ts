import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LIVE_FRAMES_PER_SECOND, TOO_MANY_FRAMES_CLOSE_CODE } from '#contract/limits.ts';
import type { Member } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { sqlOf } from '#fixtures/sql.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { callOnce } from './support/call-once.ts';
import { type CountedEndpoint, countTexts } from './support/count-texts.ts';
import { endPostgres } from './support/end-postgres.ts';
import { findLosses } from './support/find-losses.ts';
import { Load } from './support/load.ts';
import { repetitions } from './support/repetitions.ts';
import { reportCount } from './support/report-count.ts';
import { seededRandom } from './support/seeded-random.ts';

const HEALTHY_WITHIN_MS = 10_000;
const AUTH_SECRET = randomBytes(32).toString('base64url');
const PEOPLE = 3;
const TEXTS_PER_DAY = 300;
/** More kills would take longer than the five minutes of the message limit's window. */
const KILLS = Math.min(repetitions(2), 20);
/** A crash loses the counts of the last half second. After it, writes work again a moment before counting does. */
const FORGOTTEN_PER_KILL = { messages: 60, calls: 15, connections: 30, texts: 30 };
/** While nothing can be counted, this number of texts for support is still sent. */
const EMERGENCY_TEXTS = 100;
/** After this time all counts are on disk. The time itself matters here: a crash loses newer counts. */
const COUNTS_ON_DISK_MS = 2_000;
const random = seededRandom('PostgreSQL killed while limits are on');

let app: App;
let circle: Member[];
let strangers: Member[];
let texts: CountedEndpoint;
const sql = sqlOf(() => app);

beforeAll(async () => {
  app = await App.openDurable({ AUTH_SECRET, RATE_LIMITS: 'on', TEXTS_PER_DAY: String(TEXTS_PER_DAY) });
  texts = countTexts(app.endpoint, random);
  const people = await insertMembers(sql, app.url, AUTH_SECRET, PEOPLE + 400);
  [circle, strangers] = [people.slice(0, PEOPLE), people.slice(PEOPLE)];
  await connectAll(sql, circle);
});
afterAll(() => app.close());

test('PostgreSQL is killed with -9 before and after people reach their limits: nothing acknowledged is lost, and no limit is exceeded', async () => {
  const load = new Load({ circle, strangers, random, limits: true });
  await killOften();
  await waitUntilAllRefused();
  const atTheirLimits = await countAccepted();
  const forgotten = (what: keyof typeof FORGOTTEN_PER_KILL) => KILLS * FORGOTTEN_PER_KILL[what];
  expect(atTheirLimits.messages).toBeLessThanOrEqual(PEOPLE * (300 + forgotten('messages')));
  expect(atTheirLimits.calls).toBeLessThanOrEqual(PEOPLE * (30 + forgotten('calls')));
  expect(atTheirLimits.connections).toBeLessThanOrEqual(100 + forgotten('connections'));
  expect(atTheirLimits.texts).toBeLessThanOrEqual(TEXTS_PER_DAY + EMERGENCY_TEXTS + forgotten('texts'));

  const refusedBefore = load.refusals.limited;
  await killOften();
  for (const stranger of strangers.slice(0, 2)) expect(await flood(stranger)).toBe(TOO_MANY_FRAMES_CLOSE_CODE);
  expect(load.refusals.limited, 'calls refused with 429').toBeGreaterThan(refusedBefore + 100);
  // A call for support fails open while it cannot be counted: its mood and texts are stored, and the outbox bounds the texts.
  const { calls, texts: taken, ...counted } = await countAccepted();
  expect(counted).toEqual({ messages: atTheirLimits.messages, connections: atTheirLimits.connections });
  expect(calls).toBeLessThanOrEqual(PEOPLE * (30 + 2 * forgotten('calls')));
  expect(taken).toBeLessThanOrEqual(TEXTS_PER_DAY + EMERGENCY_TEXTS + 2 * forgotten('texts'));

  await load.stop();
  const losses = await findLosses(sql, load);
  reportCount({
    what: 'PostgreSQL killed with -9 while limits are on',
    tries: load.acknowledged,
    faults: 2 * KILLS,
    losses: losses.length,
  });
  expect(load.unexpected).toEqual([]);
  expect(losses).toEqual([]);
  expect(await sql(`select from texts where status = 'failed'`)).toEqual([]);
});

/** Counts what the limits have let through. */
async function countAccepted() {
  const [stored] = await sql<{ messages: number; calls: number; connections: number }>(
    `select (select count(*) from messages where content not like 'Hey%')::integer as messages,
            (select count(*) from (
               select cause_id from texts where cause = 'mood' union select choice from text_causes where cause = 'mood'
             ) call)::integer as calls,
            (select count(*) from messages where content like 'Hey%')::integer as connections`,
  );
  return { ...stored!, texts: texts.taken.size };
}

async function waitUntilAllRefused(): Promise<void> {
  for (let before = await countAccepted(); ; ) {
    await pause(COUNTS_ON_DISK_MS);
    const now = await countAccepted();
    if (isDeepStrictEqual(now, before)) return;
    before = now;
  }
}

/** Kills PostgreSQL under load several times, and waits until the app is healthy each time. */
async function killOften(): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    // A random moment of the load.
    await pause(300 + random.below(500));
    const start = performance.now();
    await endPostgres(app, 'SIGKILL');
    await waitUntilHealthy();
    expect(performance.now() - start).toBeLessThan(HEALTHY_WITHIN_MS);
  }
}

/** Waits until a list can be fetched and a live connection opens. */
async function waitUntilHealthy(): Promise<void> {
  const [ada] = circle as [Member];
  await vi.waitFor(
    async () => {
      expect((await callOnce(ada, 'GET', `/api/users/${ada.uid}/connections`)).kind).toBe('done');
      (await ada.listen()).terminate();
    },
    { timeout: 3 * HEALTHY_WITHIN_MS, interval: 25 },
  );
}

/** Sends more frames at once than the limit of a second. @returns the close code */
async function flood(person: Member): Promise<number> {
  const socket = await person.listen();
  const sender = circle[0]!.uid;
  for (let frame = 0; frame <= 2 * LIVE_FRAMES_PER_SECOND; frame++) socket.send({ type: 'read', sender });
  return (await socket.closed).code;
}
