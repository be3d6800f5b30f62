import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { PushService, type TestDevice } from '#tests/support/push/push-service.ts';
import { makePushSettings, type PushSettings } from '#tests/support/push/trusted-certificate.ts';
import { KilledApp } from './support/killed-app.ts';
import { repetitions } from './support/repetitions.ts';
import { reportCount } from './support/report-count.ts';

const ROUNDS = repetitions(6);
const FRIENDS = 8;
/** About as long as making and sending the pushes of a round takes. */
const LONGEST_MS = 250;

let pushSettings: PushSettings;
let service: PushService;
let killed: KilledApp;
let callers: Member[];
let friends: Member[];
let devices: TestDevice[];
let ended: TestDevice;
beforeAll(async () => {
  service = await PushService.open();
  pushSettings = await makePushSettings(service.host);
  killed = await KilledApp.open('kill -9 at random points of the pushes', pushSettings.settings);
  const people = await insertMembers(killed.sql, killed.app.url, killed.authSecret, ROUNDS + FRIENDS + 1);
  [friends, callers] = [people.slice(0, FRIENDS + 1), people.slice(FRIENDS + 1)];
  await connectAll(killed.sql, people);
  devices = [];
  for (const [n, friend] of friends.entries()) {
    const device = service.device(`phone ${n}`);
    expect((await friend.put(`/api/users/${friend.uid}/push`, device.subscription)).status).toBe(200);
    devices.push(device);
  }
  ended = devices.pop()!;
});

let lost = 0;
let doubled = 0;
afterAll(async () => {
  reportCount({
    what: 'kill -9 of the app while it pushes',
    tries: ROUNDS,
    faults: killed.kills,
    losses: lost,
    doubled,
  });
  await killed.app.close();
  await service.close();
  await pushSettings.remove();
});

/** What is still to be done, as the next server would find it. */
const open = () =>
  killed.sql<{ open: number }>(
    `select (select count(*) from push_causes) + (select count(*) from pushes where due_at is not null) as open`,
  );
/** A killed server's leases end. */
const endLeases = () => killed.sql('update pushes set due_at = now() where due_at is not null');

async function waitUntilPushed(): Promise<void> {
  await vi.waitFor(async () => expect(Number((await open())[0]!.open)).toBe(0), { timeout: 60_000, interval: 50 });
}

test('a device whose subscription has ended is tried once, and not after any restart', async () => {
  service.answer = (response, { device }) => response.writeHead(device === ended.name ? 410 : 201).end();
  expect((await callers[0]!.choose('Purple')).status).toBe(200);
  await waitUntilPushed();
  expect(ended.tags()).toHaveLength(1);
  service.clear();
});

test('killed at random points, each device gets each call at least once, and under one tag', {
  timeout: 600_000,
}, async () => {
  for (const caller of callers) {
    const answerAfter = killed.random.fraction() * 60;
    service.answer = (response) => void setTimeout(() => response.writeHead(201).end(), answerAfter);
    expect((await caller.choose('Dark')).status).toBe(200);
    // Before the cause is taken, between two pushes, before and after an answer is stored.
    await pause(killed.random.fraction() * LONGEST_MS);
    await killed.kill();
    await endLeases();
    await killed.app.start();
    await waitUntilPushed();
  }
  for (const device of devices) {
    const tags = device.tags();
    const missing = callers.filter(({ uid }) => !tags.includes(`mood-${uid}`));
    lost += missing.length;
    doubled += tags.length - new Set(tags).size;
    expect(missing.map(({ uid }) => uid)).toEqual([]);
    expect(tags.filter((tag) => !/^mood-[0-9a-f-]{36}$/.test(tag))).toEqual([]);
  }
  expect(ended.tags()).toEqual([]);
  expect(service.strays).toEqual([]);
  expect(killed.app.errors()).toEqual([]);
});
