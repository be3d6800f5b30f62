import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { hang, PushService, type TestDevice } from '#tests/support/push/push-service.ts';
import { makePushSettings, type PushSettings } from '#tests/support/push/trusted-certificate.ts';
import { KilledApp } from './support/killed-app.ts';
import { repetitions } from './support/repetitions.ts';
import { StatementLocks, type Step } from './support/statement-locks.ts';

const ROUNDS = Array.from({ length: repetitions(1) }, (_, round) => round + 1);

/** From the answer to its notification, in their order. */
const STEPS = {
  answer: { table: 'push_causes', event: 'insert', when: "new.cause = 'answer'", atCommit: true },
  make: { table: 'pushes', event: 'insert', when: "new.cause = 'answer'" },
  claim: { table: 'pushes', event: 'update', when: "new.cause = 'answer' and new.claims > old.claims" },
} satisfies Record<string, Step>;

let service: PushService;
let pushSettings: PushSettings;
let killed: KilledApp;
let locks: StatementLocks<keyof typeof STEPS>;
let ada: Member;
let grace: Member;
beforeAll(async () => {
  service = await PushService.open();
  pushSettings = await makePushSettings(service.host);
  killed = await KilledApp.open('kill -9 at an answer to a call for support', pushSettings.settings);
  const people = await insertMembers(killed.sql, killed.app.url, killed.authSecret, 2);
  [ada, grace] = people as [Member, Member];
  await connectAll(killed.sql, people);
  locks = await StatementLocks.open(killed, STEPS);
});
afterAll(async () => {
  expect(killed.app.errors()).toEqual([]);
  await locks.close();
  await killed.app.close();
  await service.close();
  await pushSettings.remove();
});

let phone: TestDevice;
let ask: string;
beforeEach(async () => {
  phone = service.device(`phone ${crypto.randomUUID()}`);
  expect((await ada.put(`/api/users/${ada.uid}/push`, phone.subscription)).status).toBe(200);
  expect((await ada.choose('Dark')).status).toBe(200);
  ask = (await ada.get('/api/asks')).body.mine.id;
});
afterEach(async () => {
  await locks.release();
  await killed.sql('delete from push_causes');
  await killed.sql('delete from push_devices');
  await killed.sql('delete from asks');
  service.clear();
});

const answer = () => grace.put(`/api/asks/${ask}/answer`, { answer: 'yes' });

/** The answers that are stored, and what is to be notified. */
async function stored() {
  const [row] = await killed.sql<{ answers: number; causes: number; due: number }>(
    `select (select count(*) from ask_answers where answer = 'yes')::integer as answers,
       (select count(*) from push_causes)::integer as causes,
       (select count(*) from pushes where due_at is not null)::integer as due`,
  );
  return row!;
}

/** Starts the app again when the killed one's leases have ended, and waits until nothing is due. */
async function startAgain(): Promise<void> {
  await killed.sql('update pushes set due_at = now() where due_at is not null');
  await killed.app.start();
  await vi.waitFor(async () => expect(await stored()).toMatchObject({ causes: 0, due: 0 }), 30_000);
}

describe.each(ROUNDS)('round %i', () => {
  test.each([
    ['rolled back', 0],
    ['committed', 1],
  ] as const)('while the answer is stored, which is %s: its notification is there as it is', async (outcome, count) => {
    // The call gets no answer, because its server is killed.
    await locks.killAt('answer', outcome, async () => void answer().catch(() => {}));
    expect(await stored()).toEqual({ answers: count, causes: count, due: 0 });
    await startAgain();
    expect(phone.tags()).toEqual(Array(count).fill(`answer-${ada.uid}`));
  });

  test.each([
    ['make', 'rolled back'],
    ['make', 'committed'],
    ['claim', 'rolled back'],
    ['claim', 'committed'],
  ] as const)('at the %s of its notification, which is %s: it is shown once', async (step, outcome) => {
    await locks.killAt(step, outcome, answer);
    await startAgain();
    expect(phone.tags()).toEqual([`answer-${ada.uid}`]);
  });

  test('while it is sent: it is sent again, under the same tag', async () => {
    service.answer = hang;
    await answer();
    await vi.waitFor(() => expect(phone.tags()).toHaveLength(1), 10_000);
    await killed.kill();
    service.clear();
    await startAgain();
    expect(phone.tags()).toEqual([`answer-${ada.uid}`]);
  });
});
