import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { sqlOf } from '#fixtures/sql.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { status } from '#tests/support/servers/endpoint.ts';
import { CLOCK_CAN_BE_SET, SettableClock } from './support/settable-clock.ts';
import { unsentTexts } from './support/unsent-texts.ts';

const HOUR_MS = 60 * 60 * 1000;
const FRIENDS = 7;
/** More than two poll intervals of the outbox. */
const SLOW_MS = 5_000;
const AUTH_SECRET = randomBytes(32).toString('base64url');

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
