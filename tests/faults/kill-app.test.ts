import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { findLosses } from './support/find-losses.ts';
import { KilledApp } from './support/killed-app.ts';
import { Load } from './support/load.ts';
import { repetitions } from './support/repetitions.ts';
import { reportCount } from './support/report-count.ts';

const KILLS = repetitions(38);
const CIRCLE = 5;

let killed: KilledApp;
beforeAll(async () => {
  killed = await KilledApp.open('kill -9 at random moments');
});
afterAll(() => killed.app.close());

test(`kill -9 at ${KILLS} random moments under chat, moods and connecting: nothing acknowledged is lost, and no text`, {
  timeout: KILLS * 10_000,
}, async () => {
  const { app, random, sql } = killed;
  const people = await insertMembers(sql, app.url, killed.authSecret, CIRCLE + KILLS * 10);
  const circle = people.slice(0, CIRCLE);
  await connectAll(sql, circle);
  const load = new Load({ circle, strangers: people.slice(CIRCLE), random });

  await load.progress(20);
  await killed.kill();
  while (killed.kills < KILLS) {
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

  const losses = await findLosses(sql, load);
  const { lost, doubled } = await killed.expectTextsOnce();
  reportCount({
    what: 'kill -9 of the app at random moments',
    tries: load.acknowledged,
    faults: killed.kills,
    losses: losses.length + lost.length,
    doubled,
  });
  expect(load.unexpected).toEqual([]);
  expect(load.messages.length).toBeGreaterThan(KILLS);
  expect(load.moods.length).toBeGreaterThan(KILLS);
  expect(load.connections.length).toBeGreaterThan(KILLS / 2);
  expect(losses).toEqual([]);
  expect(lost, 'texts that the endpoint never accepted').toEqual([]);
});
