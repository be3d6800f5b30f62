import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Client, type Member } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { sessionCookie } from '#fixtures/session-cookie.ts';
import { beginSession } from '#tests/support/people/new-session.ts';
import { hang, PushService, type TestDevice } from '#tests/support/push/push-service.ts';
import { makePushSettings, type PushSettings } from '#tests/support/push/trusted-certificate.ts';
import { KilledApp } from './support/killed-app.ts';
import { repetitions } from './support/repetitions.ts';
import { reportCount } from './support/report-count.ts';
import { StatementLocks, type Step, type StepOutcome } from './support/statement-locks.ts';

const ROUNDS = Array.from({ length: repetitions(1) }, (_, round) => round + 1);

/** The push worker's statements, in their order. */
const STEPS = {
  take: { table: 'push_causes', event: 'delete' },
  make: { table: 'pushes', event: 'insert' },
  commit: { table: 'pushes', event: 'insert', atCommit: true },
  claim: { table: 'pushes', event: 'update', when: 'new.claims > old.claims' },
  shown: { table: 'pushes', event: 'update', when: 'new.shown_at is distinct from old.shown_at' },
  again: { table: 'pushes', event: 'update', when: 'new.attempts > old.attempts' },
  removed: { table: 'pushes', event: 'delete' },
  ended: { table: 'push_devices', event: 'delete' },
} satisfies Record<string, Step>;

let service: PushService;
let pushSettings: PushSettings;
let killed: KilledApp;
let locks: StatementLocks<keyof typeof STEPS>;
let ada: Member;
/** Each has two devices. */
let friends: Member[];
let grace: Member;
/** All of them, and Grace's. */
let devices: TestDevice[];
let phone: TestDevice;

beforeAll(async () => {
  service = await PushService.open();
  pushSettings = await makePushSettings(service.host);
  killed = await KilledApp.open('kill -9 at each step of the pushes', pushSettings.settings);
  const people = await insertMembers(killed.sql, killed.app.url, killed.authSecret, 4);
  [ada, grace, ...friends] = people as [Member, Member, ...Member[]];
  await connectAll(killed.sql, people);
  locks = await StatementLocks.open(killed, STEPS);
});

let steps = 0;
let lost = 0;
let doubled = 0;
afterAll(async () => {
  reportCount({
    what: 'kill -9 of the app at each step of a push',
    tries: steps,
    faults: killed.kills,
    losses: lost,
    doubled,
  });
  expect(killed.app.errors()).toEqual([]);
  expect(service.strays).toEqual([]);
  await locks.close();
  await killed.app.close();
  await service.close();
  await pushSettings.remove();
});

beforeEach(async () => {
  steps += 1;
  devices = [];
  for (const friend of friends) {
    devices.push(await subscribe(friend, friend.uid));
    const browser = new Client(killed.app.url);
    browser.cookie = sessionCookie(await beginSession(killed.sql, friend.uid), killed.authSecret);
    devices.push(await subscribe(browser, friend.uid));
  }
  phone = await subscribe(grace, grace.uid);
});
afterEach(async () => {
  await locks.release();
  await killed.sql('delete from push_causes');
  await killed.sql('delete from push_devices');
  service.clear();
});

let subscribed = 0;
async function subscribe(browser: Client, uid: string): Promise<TestDevice> {
  subscribed += 1;
  const device = service.device(`device ${subscribed}`);
  expect((await browser.put(`/api/users/${uid}/push`, device.subscription)).status).toBe(200);
  return device;
}

/** A call for support: pushes for all devices. */
async function mood(): Promise<void> {
  expect((await ada.choose('Dark')).status).toBe(200);
}

/** A message to Grace: one push. */
async function message(): Promise<void> {
  const answer = await ada.post('/api/messages', { id: crypto.randomUUID(), receiver: grace.uid, content: 'Hello' });
  expect(answer.status).toBe(200);
}

/** How many causes wait, and how many pushes are due or on their way. */
async function waiting(): Promise<{ causes: number; due: number }> {
  const [row] = await killed.sql<{ causes: number; due: number }>(
    `select (select count(*) from push_causes)::integer as causes,
       (select count(*) from pushes where due_at is not null)::integer as due`,
  );
  return row!;
}

const NOTHING = { causes: 0, due: 0 };

async function settled(): Promise<void> {
  await vi.waitFor(async () => expect(await waiting()).toEqual(NOTHING), { timeout: 30_000, interval: 50 });
}

/** Starts the app again when the killed one's leases have ended, and waits until nothing is due. */
async function startAgain(): Promise<void> {
  await killed.sql('update pushes set due_at = now() where due_at is not null');
  await killed.app.start();
  await settled();
}

const killAt = (step: keyof typeof STEPS, outcome: StepOutcome, act: () => Promise<void>) =>
  locks.killAt(step, outcome, act);

/** How often each device has got the call. Under another tag it would be a second notification. */
function calls(): number[] {
  const all = [...devices, phone];
  expect(new Set(all.flatMap((device) => device.tags()))).toEqual(new Set([`mood-${ada.uid}`]));
  return all.map((device) => device.tags().length);
}

/** For the report, at the end of a call. */
function delivered(): number[] {
  const counts = calls();
  lost += counts.filter((count) => count === 0).length;
  doubled += counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0);
  return counts;
}

const ONCE = [1, 1, 1, 1, 1];
const TWICE = [2, 2, 2, 2, 2];

describe.each(ROUNDS)('round %i', () => {
  test.each(['take', 'make'] as const)(
    'while it makes the pushes, at the %s: each device gets the call once',
    async (step) => {
      await killAt(step, 'committed', mood);
      // The transaction had not come to its COMMIT.
      expect(await waiting()).toEqual({ causes: 1, due: 0 });
      await startAgain();
      expect(delivered()).toEqual(ONCE);
    },
  );

  test('while it commits the pushes, and they are rolled back: each device gets the call once', async () => {
    await killAt('commit', 'rolled back', mood);
    expect(await waiting()).toEqual({ causes: 1, due: 0 });
    await startAgain();
    expect(delivered()).toEqual(ONCE);
  });

  test('while it commits the pushes, and they are committed: each device gets the call once', async () => {
    await killAt('commit', 'committed', mood);
    expect(await waiting()).toEqual({ causes: 0, due: 5 });
    await startAgain();
    expect(delivered()).toEqual(ONCE);
  });

  test.each(['rolled back', 'committed'] as const)(
    'while it claims the pushes, and the claim is %s: each device gets the call once',
    async (outcome) => {
      await killAt('claim', outcome, mood);
      expect(await waiting()).toEqual({ causes: 0, due: 5 });
      await startAgain();
      expect(delivered()).toEqual(ONCE);
    },
  );

  test('while it sends, before the push service’s answers: each device gets the call again, under the same tag', async () => {
    service.answer = hang;
    await mood();
    await vi.waitFor(() => expect(calls()).toEqual(ONCE), 10_000);
    await killed.kill();
    service.answer = (response) => response.writeHead(201).end();
    await startAgain();
    expect(delivered()).toEqual(TWICE);
  });

  test('half-way: devices whose push was recorded do not get it again, and the others do', async () => {
    service.answer = (response, { device }) => {
      if (device === phone.name) response.writeHead(201).end();
    };
    await mood();
    const recorded = () => killed.sql('select from pushes where shown_at is not null');
    await vi.waitFor(async () => expect(await recorded()).toHaveLength(1), 10_000);
    await killed.kill();
    service.answer = (response) => response.writeHead(201).end();
    await startAgain();
    expect(delivered()).toEqual([2, 2, 2, 2, 1]);
  });

  describe('after the push service’s answer, at the record of its outcome', () => {
    test('which is rolled back: the device gets the message again, under the same tag', async () => {
      await killAt('shown', 'rolled back', message);
      expect(await waiting()).toEqual({ causes: 0, due: 1 });
      await startAgain();
      expect(phone.tags()).toEqual([`chat-${ada.uid}`, `chat-${ada.uid}`]);
      doubled += 1;
    });

    test('which is committed: the device gets the message once', async () => {
      await killAt('shown', 'committed', message);
      expect(await waiting()).toEqual(NOTHING);
      await startAgain();
      expect(phone.tags()).toEqual([`chat-${ada.uid}`]);
    });
  });

  test.each(['rolled back', 'committed'] as const)(
    'after a refusal, at its record, which is %s: the message is tried again, and shown once',
    async (outcome) => {
      let taken = 0;
      service.answer = (response, { at }) => {
        const isFirst = at === phone.pushes()[0]!.at;
        if (!isFirst) taken += 1;
        response.writeHead(isFirst ? 503 : 201).end();
      };
      await killAt('again', outcome, message);
      await startAgain();
      expect([taken, phone.tags()]).toEqual([1, [`chat-${ada.uid}`, `chat-${ada.uid}`]]);
    },
  );

  describe('after the push service has said that the subscription has ended, at its removal', () => {
    beforeEach(() => {
      service.answer = (response, { device }) => response.writeHead(device === phone.name ? 410 : 201).end();
    });

    /** Causes another push for Grace, and one for a friend that proves that the worker came by. */
    async function writeAndCall(): Promise<void> {
      await message();
      await settled();
      await mood();
      await settled();
      await vi.waitFor(() => expect(devices.map((device) => device.tags().length)).toEqual([1, 1, 1, 1]), 10_000);
    }

    test('which is rolled back: it is tried once more, and never again', async () => {
      await killAt('ended', 'rolled back', message);
      await startAgain();
      expect(phone.tags()).toHaveLength(2);
      await writeAndCall();
      expect(phone.tags()).toHaveLength(2);
    });

    test('which is committed: it is never tried again', async () => {
      await killAt('ended', 'committed', message);
      await startAgain();
      await writeAndCall();
      expect(phone.tags()).toHaveLength(1);
    });
  });

  describe('after a notification was closed because it was read elsewhere, at the removal of its push', () => {
    const read = async () => {
      expect((await grace.post('/api/messages/read', { sender: ada.uid })).status).toBe(200);
    };

    test.each([
      ['rolled back', 2],
      ['committed', 1],
    ] as const)('which is %s: %i times, and no push is left', async (outcome, times) => {
      await message();
      await settled();
      await killAt('removed', outcome, read);
      await startAgain();
      expect(phone.tags()).toEqual([
        `chat-${ada.uid}`,
        ...Array.from({ length: times }, () => `close chat-${ada.uid}`),
      ]);
      expect(
        await killed.sql(
          'select from pushes where session_id in (select session_id from push_devices where uid = $1)',
          [grace.uid],
        ),
      ).toEqual([]);
    });
  });
});
