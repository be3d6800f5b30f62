import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { sqlOf, sqlOn } from '#fixtures/sql.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { openEndpoint, status } from '#tests/support/servers/endpoint.ts';
import { CLOCK_CAN_BE_SET, SettableClock } from './support/settable-clock.ts';
import { unsentTexts } from './support/unsent-texts.ts';

const HOUR_MS = 60 * 60 * 1000;
const CLOCK = join(import.meta.dirname, '../support/servers/shifted-clock-process.ts');
const FRIENDS = 7;
/** More than two poll intervals of the outbox. */
const SLOW_MS = 5_000;
const AUTH_SECRET = randomBytes(32).toString('base64url');

test('two nodes, one an hour fast, one an hour slow: each text is sent no more often than its retries allow', async () => {
  const [database, endpoint] = [await createTestDatabase(), await openEndpoint()];
  const sql = sqlOn(() => database.pool);
  const node = (shiftMs: number) =>
    App.openDurable({
      DATABASE_URL: database.url,
      AUTH_SECRET,
      GENERAL_MESSAGE_URL: endpoint.address,
      NODE_OPTIONS: `--import=${CLOCK}`,
      CLOCK_SHIFT_MS: String(shiftMs),
    });
  const nodes = [await node(HOUR_MS), await node(-HOUR_MS)];
  onTestFinished(async () => {
    for (const app of nodes) await app.close();
    await endpoint.close();
    await database.drop();
  });
  const circles = await Promise.all(nodes.map(({ url }) => insertMembers(sql, url, AUTH_SECRET, 1 + FRIENDS)));
  for (const circle of circles) await connectAll(sql, circle);

  // The first two attempts fail. The third is accepted after more time than the outbox's poll interval.
  const tries = new Map<unknown, number>();
  endpoint.answer = (response, received) => {
    const key = received.headers['idempotency-key'];
    tries.set(key, (tries.get(key) ?? 0) + 1);
    if (tries.get(key) === 1) status(500)(response, received);
    else if (tries.get(key) === 2) {
      const inASecond = new Date(Date.now() + 1_000).toUTCString();
      status(429, { 'retry-after': inASecond })(response, received);
    } else {
      // A slow endpoint; its time is part of the test.
      setTimeout(() => status(202)(response, received), SLOW_MS);
    }
  };
  const chosen = await Promise.all(circles.map(([caller]) => caller!.choose('Dark')));
  // The time of a mood comes from the database's clock.
  for (const { body } of chosen) expect(Math.abs(body.chosenAt - Date.now())).toBeLessThan(60_000);

  await vi.waitFor(async () => expect(await unsentTexts(sql)).toEqual([]), { timeout: 90_000, interval: 200 });
  expect([...tries.values()]).toEqual(Array.from({ length: 2 * FRIENDS }, () => 3));
});

describe.skipIf(!CLOCK_CAN_BE_SET)(
  `the clock of the machine is set${CLOCK_CAN_BE_SET ? '' : ' (skipped: libfaketime is not installed)'}`,
  () => {
    let clock: SettableClock;
    let app: App;
    let ada: Member;
    const sql = sqlOf(() => app);

    beforeAll(async () => {
      clock = new SettableClock();
      app = await App.openDurable({ AUTH_SECRET, ...clock.settings });
      const circle = await insertMembers(sql, app.url, AUTH_SECRET, 1 + FRIENDS);
      ada = circle[0]!;
      await connectAll(sql, circle);
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

    /** Chooses Dark, and waits until the endpoint has got the texts. @returns the number of earlier calls */
    async function callForSupport(): Promise<number> {
      const before = app.endpoint.received.length;
      expect((await ada.choose('Dark')).status).toBe(200);
      await vi.waitFor(() => expect(app.endpoint.received.length).toBe(before + FRIENDS), 10_000);
      return before;
    }

    const settled = (withinMs: number) =>
      vi.waitFor(async () => expect(await unsentTexts(sql)).toEqual([]), { timeout: withinMs, interval: 100 });

    test.each(['+1h', '-1h', '+0h'])('to %s while texts are at a slow endpoint: each is sent once', async (offset) => {
      app.endpoint.answer = async (...call) => {
        // The endpoint's latency: longer than two polls, which is what this test is about.
        await pause(SLOW_MS);
        status(202)(...call);
      };
      const before = await callForSupport();
      await set(offset);
      await settled(30_000);
      expect(app.endpoint.received.length).toBe(before + FRIENDS);
    });

    test('back by an hour while texts for support wait for a retry: they do not wait an hour longer', async () => {
      await set('+0h');
      app.endpoint.answer = status(503, { 'retry-after': '600' });
      await callForSupport();
      const waiting = () =>
        sql(`select from texts where status = 'queued' and next_attempt_at > clock_timestamp() + interval '5 minutes'`);
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(FRIENDS), 10_000);
      app.endpoint.answer = status(202);
      await set('-1h');
      await settled(10_000);
    });
  },
);
