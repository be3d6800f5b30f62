import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { hang } from '#tests/support/servers/endpoint.ts';
import { expectNoLosses } from './support/expect-no-losses.ts';
import { KilledApp } from './support/killed-app.ts';
import { Load } from './support/load.ts';
import { repetitions } from './support/repetitions.ts';

const KILLS = repetitions(38);
const CIRCLE = 5;
/** It ends itself after 9.5 s. A busy machine is late. */
const STOP_WITHIN_MS = 12_000;

let killed: KilledApp;
let circle: Member[];
let strangers: Member[];
beforeAll(async () => {
  killed = await KilledApp.open('kill -9 at random moments');
  const people = await insertMembers(killed.sql, killed.app.url, killed.authSecret, CIRCLE + KILLS * 10);
  [circle, strangers] = [people.slice(0, CIRCLE), people.slice(CIRCLE)];
  await connectAll(killed.sql, circle);
});
afterAll(() => killed.app.close());

test(`kill -9 at ${KILLS} random moments or more under chat, moods and connecting: nothing acknowledged is lost, and no text`, {
  timeout: KILLS * 10_000,
}, async () => {
  const { app, random, sql } = killed;
  const load = new Load({ circle, strangers, random });

  await load.progress(20);
  await killed.kill();
  // Chance decides how often a kill meets each kind of action.
  const enoughMet = () =>
    load.messages.length > KILLS && load.moods.length > KILLS && load.connections.length > KILLS / 2;
  while (killed.kills < KILLS || !enoughMet()) {
    // Most servers are killed at work, at a random moment; the others while they start.
    if (random.below(5) > 0) {
      await app.start();
      await load.progress(random.below(100));
      await pause(random.below(10));
    } else {
      app.start().catch(() => {});
      await pause(random.below(400));
    }
    await killed.kill();
  }
  await app.start();
  await load.stop();
  await killed.kill();
  await killed.sendEveryText();

  await expectNoLosses(sql, load);
  await killed.expectTextsOnce();
});

test('SIGTERM under load, while texts hang and calls wait for a lock: sockets close with 1001, the server ends itself, and nothing acknowledged is lost', async () => {
  const { app, random, sql } = killed;
  const tabs = await Promise.all(circle.map((person) => person.listen()));
  const load = new Load({ circle, random });
  await load.progress(100);
  app.endpoint.answer = hang;
  const holder = new pg.Client({ connectionString: app.databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table mood_choices');
  await vi.waitFor(async () => expect(await sql('select from pg_locks where not granted')).not.toEqual([]), 10_000);
  await load.progress(100);

  const start = performance.now();
  await app.end('SIGTERM');
  const stoppedAfter = performance.now() - start;
  for (const tab of tabs) expect(await tab.closed).toEqual({ code: 1001, reason: 'server is stopping' });
  await holder.query('rollback');
  await holder.end();
  killed.texts.take();
  await app.start();
  await load.stop();
  await expectNoLosses(sql, load);
  expect(stoppedAfter).toBeLessThan(STOP_WITHIN_MS);
});
