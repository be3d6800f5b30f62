import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { sqlOf, sqlOn } from '#fixtures/sql.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { openEndpoint, status, type TestEndpoint } from '#tests/support/servers/endpoint.ts';
import { repetitions } from './support/repetitions.ts';
import { reportCount } from './support/report-count.ts';
import { CLOCK_CAN_BE_SET, SettableClock } from './support/settable-clock.ts';
import { unsentTexts } from './support/unsent-texts.ts';

const HOUR_MS = 60 * 60 * 1000;
const CLOCK = join(import.meta.dirname, '../support/servers/shifted-clock-process.ts');
const FRIENDS = repetitions(30);
const AUTH_SECRET = randomBytes(32).toString('base64url');

describe('two nodes whose clocks are wrong', () => {
  let database: TestDatabase;
  let endpoint: TestEndpoint;
  let ahead: App;
  let behind: App;
  const sql = sqlOn(() => database.pool);

  beforeAll(async () => {
    [database, endpoint] = [await createTestDatabase(), await openEndpoint()];
    const node = (shiftMs: number) =>
      App.openDurable({
        DATABASE_URL: database.url,
        AUTH_SECRET,
        GENERAL_MESSAGE_URL: endpoint.address,
        NODE_OPTIONS: `--import=${CLOCK}`,
        CLOCK_SHIFT_MS: String(shiftMs),
      });
    [ahead, behind] = [await node(HOUR_MS), await node(-HOUR_MS)];
  });
  afterAll(async () => {
    await ahead.close();
    await behind.close();
    await endpoint.close();
    await database.drop();
  });

  test('one an hour fast, one an hour slow: each text is sent no more often than its retries allow', async () => {
    const [ada, ...others] = await insertMembers(sql, ahead.url, AUTH_SECRET, 1 + FRIENDS);
    const [grace, ...friends] = await insertMembers(sql, behind.url, AUTH_SECRET, 1 + FRIENDS);
    await connectAll(sql, [ada!, ...others]);
    await connectAll(sql, [grace!, ...friends]);

    // The first two attempts fail. The third is accepted after more time than the outbox's poll interval.
    const calls = new Map<string, number[]>();
    endpoint.answer = (response, received) => {
      const key = String(received.headers['idempotency-key']);
      const tries = [...(calls.get(key) ?? []), performance.now()];
      calls.set(key, tries);
      if (tries.length === 1) status(500)(response, received);
      else if (tries.length === 2) {
        const inASecond = new Date(Date.now() + 1_000).toUTCString();
        status(429, { 'retry-after': inASecond })(response, received);
      } else {
        // A slow endpoint; its time is part of the test.
        setTimeout(() => status(202)(response, received), 3_000);
      }
    };
    const chosen = await Promise.all([ada!.choose('Dark'), grace!.choose('Purple')]);
    expect(chosen.map((answer) => answer.status)).toEqual([200, 200]);
    // The time of a mood comes from the database's clock.
    for (const { body } of chosen) expect(Math.abs(body.chosenAt - Date.now())).toBeLessThan(60_000);

    await vi.waitFor(async () => expect(await unsentTexts(sql)).toEqual([]), { timeout: 90_000, interval: 200 });
    const tries = [...calls.values()];
    const storms = tries.filter(({ length }) => length !== 3).length;
    reportCount({
      what: 'clocks an hour off on two nodes',
      tries: tries.length,
      faults: 2,
      losses: 2 * FRIENDS - tries.length,
    });
    expect(tries).toHaveLength(2 * FRIENDS);
    expect(storms, 'texts that were sent more than three times').toBe(0);
  });
});

describe.skipIf(!CLOCK_CAN_BE_SET)(
  `the clock of the machine is set${CLOCK_CAN_BE_SET ? '' : ' (skipped: libfaketime is not installed)'}`,
  () => {
    const SUPPORTERS = 7;
    /** More than two poll intervals of the outbox. */
    const SLOW_MS = 5_000;
    let clock: SettableClock;
    let app: App;
    let ada: Member;
    const sql = sqlOf(() => app);

    beforeAll(async () => {
      clock = new SettableClock();
      app = await App.openDurable({ AUTH_SECRET, ...clock.settings });
      const circle = await insertMembers(sql, app.url, AUTH_SECRET, 1 + SUPPORTERS);
      ada = circle[0]!;
      for (const friend of circle.slice(1)) await connectAll(sql, [ada, friend]);
    });
    afterAll(async () => {
      await app.close();
      clock.remove();
    });

    /** Sets the app's clock, and checks that its PostgreSQL uses it. */
    async function set(offset: string): Promise<void> {
      clock.set(offset);
      const [row] = await sql<{ now: Date }>('select clock_timestamp() as now');
      const aheadMs = row!.now.getTime() - Date.now();
      expect(aheadMs / HOUR_MS).toBeCloseTo(Number.parseInt(offset, 10), 2);
    }

    /** Chooses Dark, and waits for the texts. @returns counts the endpoint's calls for each text from now on */
    async function callForSupport(): Promise<Map<string | undefined, number>> {
      const before = app.endpoint.received.length;
      expect((await ada.choose('Dark')).status).toBe(200);
      await vi.waitFor(() => expect(app.endpoint.received.length).toBe(before + SUPPORTERS), 10_000);
      const calls = new Map<string | undefined, number>();
      const note = (key: string | undefined) => calls.set(key, (calls.get(key) ?? 0) + 1);
      for (const key of app.endpoint.keys().slice(before)) note(key);
      const { answer } = app.endpoint;
      app.endpoint.answer = (response, received) => {
        note(received.headers['idempotency-key'] as string);
        answer(response, received);
      };
      return calls;
    }

    const settled = (withinMs: number) =>
      vi.waitFor(async () => expect(await unsentTexts(sql)).toEqual([]), {
        timeout: withinMs,
        interval: 100,
      });

    test.each(['+1h', '-1h', '+0h'])(
      'to %s while texts for support are at a slow endpoint: each is sent once',
      async (offset) => {
        app.endpoint.answer = async (...call) => {
          // The endpoint's latency: longer than two polls, which is what this test is about.
          await pause(SLOW_MS);
          status(202)(...call);
        };
        const calls = await callForSupport();
        await set(offset);
        await settled(30_000);
        const doubled = [...calls.values()].filter((times) => times > 1).length;
        reportCount({
          what: `the clock is set to ${offset} while texts are being sent`,
          tries: calls.size,
          faults: 1,
          losses: 0,
          doubled,
        });
        expect([calls.size, doubled]).toEqual([SUPPORTERS, 0]);
      },
    );

    test('back by an hour while texts for support wait for a retry: they do not wait an hour longer', async () => {
      await set('+0h');
      app.endpoint.answer = status(503, { 'retry-after': '600' });
      const calls = await callForSupport();
      const waiting = () =>
        sql(`select from texts where status = 'queued' and next_attempt_at > clock_timestamp() + interval '5 minutes'`);
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(SUPPORTERS), 10_000);
      app.endpoint.answer = status(202);
      await set('-1h');
      await settled(10_000);
      reportCount({ what: 'the clock is set back while texts wait', tries: calls.size, faults: 1, losses: 0 });
    });
  },
);
