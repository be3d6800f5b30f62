import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { PushService, type TestDevice } from '#tests/support/push/push-service.ts';
import { makePushSettings, type PushSettings } from '#tests/support/push/trusted-certificate.ts';
import { KilledApp } from './support/killed-app.ts';
import { StatementLocks, type Step } from './support/statement-locks.ts';

const FRIENDS = 3;
/** Longer than a start of the app on a loaded machine. */
const HOLD_MS = 30_000;

/** The statements of the workers that send texts and notifications. */
const STEPS = {
  'the call’s commit': { table: 'causes', event: 'insert', when: `new.cause = 'mood'`, atCommit: true },
  'the making of texts': { table: 'texts', event: 'insert', when: `new.cause in ('mood', 'message')`, atCommit: true },
  'the claim of a text': { table: 'texts', event: 'update', when: `new.status = 'sending'` },
  'the record of the answer': { table: 'texts', event: 'update', when: `new.status = 'sent'` },
  'the commit of asking again': { table: 'texts', event: 'insert', when: `new.cause = 'again'`, atCommit: true },
  'the answer’s commit': { table: 'causes', event: 'insert', when: `new.cause = 'answer'`, atCommit: true },
  'the making of notifications': { table: 'pushes', event: 'insert', atCommit: true },
  'the claim of notifications': { table: 'pushes', event: 'update', when: 'new.claims > old.claims' },
  'the record of a notification': {
    table: 'pushes',
    event: 'update',
    when: 'new.shown_at is distinct from old.shown_at',
  },
} satisfies Record<string, Step>;

let service: PushService;
let pushSettings: PushSettings;
let killed: KilledApp;
let locks: StatementLocks<keyof typeof STEPS>;
let ada: Member;
let grace: Member;
let friends: Member[];

beforeAll(async () => {
  service = await PushService.open();
  pushSettings = await makePushSettings(service.host);
  killed = await KilledApp.open('kill -9 of the workers', pushSettings.settings);
  const people = await insertMembers(killed.sql, killed.app.url, killed.authSecret, 1 + FRIENDS);
  [ada, ...friends] = people as [Member, ...Member[]];
  [grace] = friends as [Member];
  await connectAll(killed.sql, people);
  locks = await StatementLocks.open(killed, STEPS);
});

afterAll(async () => {
  await killed.expectTextsOnce();
  expect(killed.app.errors()).toEqual([]);
  expect(service.strays).toEqual([]);
  await locks.close();
  await killed.app.close();
  await service.close();
  await pushSettings.remove();
});

let phones: TestDevice[];
let textsBefore: Set<string>;
const noteTexts = () => {
  textsBefore = new Set(killed.texts.taken.keys());
};
beforeEach(async () => {
  await killed.sql('delete from asks');
  phones = [];
  for (const person of [ada, ...friends]) {
    const phone = service.device(`phone ${crypto.randomUUID()}`);
    expect((await person.put(`/api/users/${person.uid}/push`, phone.subscription)).status).toBe(200);
    phones.push(phone);
  }
  noteTexts();
});
afterEach(async () => {
  await locks.release();
  killed.texts.take();
  await killed.sql('delete from causes');
  await killed.sql('delete from push_devices');
  service.clear();
});

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** How often the endpoint has accepted each text of this test. */
const texts = () => [...killed.texts.taken].filter(([id]) => !textsBefore.has(id)).map(([, count]) => count);

/** The tags that Ada's phone has got, and those that the friends' phones have got. */
const tags = () => phones.map((phone) => phone.tags());

const call = async () => expect((await ada.choose('Dark')).status).toBe(200);

/** The call of a killed server gets no answer. */
const callWithoutAnswer = async () => void ada.choose('Dark').catch(() => {});

const write = async () => expect((await ada.say(grace)).status).toBe(200);
const textByHand = async () =>
  expect((await ada.post('/api/texts/general', { phoneNumber: '+14155550123', message: 'Hello' })).status).toBe(202);

/** Waits until the app has sent everything. */
async function settled(): Promise<void> {
  const due = () =>
    killed.sql(
      `select from causes union all select from texts where status in ('queued', 'sending')
       union all select from pushes where due_at is not null`,
    );
  await vi.waitFor(async () => expect(await due()).toEqual([]), { timeout: 60_000, interval: 50 });
}

/** Starts the app again when the killed one's leases have ended, and waits until it has sent everything. */
async function startAgain(): Promise<void> {
  await killed.sql('update pushes set due_at = now() where due_at is not null');
  await killed.app.start();
  await settled();
}

test.each([
  ['the call’s commit', 'rolled back', callWithoutAnswer, []],
  ['the call’s commit', 'committed', callWithoutAnswer, times(FRIENDS, 1)],
  ['the making of texts', 'rolled back', call, times(FRIENDS, 1)],
  ['the making of texts', 'committed', call, times(FRIENDS, 1)],
  ['the making of texts', 'rolled back', write, [1]],
  ['the making of texts', 'committed', write, [1]],
  ['the claim of a text', 'rolled back', write, [1]],
  ['the claim of a text', 'committed', textByHand, [1]],
  // Only here the endpoint has accepted a text, and the server does not know it: it sends it again, under the same id.
  ['the record of the answer', 'rolled back', write, [2]],
  ['the record of the answer', 'committed', textByHand, [1]],
] as const)('killed at %s, which is %s: no text is lost, and none with a recorded answer repeated', async (...row) => {
  const [step, outcome, act, counts] = row;
  await locks.killAt(step, outcome, act);
  await startAgain();
  expect(texts()).toEqual(counts);
});

test.each([
  ['rolled back', 0],
  ['committed', FRIENDS],
] as const)(
  'killed while friends are asked again, which is %s: each gets so many second texts',
  async (outcome, stored) => {
    await call();
    await settled();
    noteTexts();
    const { id } = (await ada.get('/api/asks')).body.mine;
    const askAgain = async () => void ada.post(`/api/asks/${id}/again`).catch(() => {});
    await locks.killAt('the commit of asking again', outcome, askAgain);
    await startAgain();
    expect(texts()).toEqual(times(stored, 1));
  },
);

test.each([
  ['the making of notifications', 'rolled back', 1],
  ['the making of notifications', 'committed', 1],
  ['the claim of notifications', 'rolled back', 1],
  ['the claim of notifications', 'committed', 1],
] as const)('killed at %s, which is %s: each device gets the call once', async (step, outcome, count) => {
  await locks.killAt(step, outcome, call);
  await startAgain();
  expect(tags()).toEqual([[], ...times(FRIENDS, times(count, `mood-${ada.uid}`))]);
});

test.each([
  ['rolled back', 2],
  ['committed', 1],
] as const)(
  'killed at the record of a notification, which is %s: it comes %i times, with one tag',
  async (outcome, count) => {
    await locks.killAt('the record of a notification', outcome, write);
    await startAgain();
    expect(tags()).toEqual([[], times(count, `chat-${ada.uid}`), [], []]);
  },
);

test.each([
  ['rolled back', 0],
  ['committed', 1],
] as const)('killed while an answer is stored, which is %s: so is its notification', async (outcome, count) => {
  await call();
  await settled();
  const { id } = (await grace.get('/api/asks')).body.friends[0];
  await locks.killAt(
    'the answer’s commit',
    outcome,
    async () => void grace.put(`/api/asks/${id}/answer`, { answer: 'yes' }).catch(() => {}),
  );
  expect(await killed.sql(`select from ask_recipients where answer = 'yes'`)).toHaveLength(count);
  await startAgain();
  expect(tags()[0]).toEqual(times(count, `answer-${ada.uid}`));
});

test('killed half-way through a call: what was recorded is not sent again, and the rest is sent', async () => {
  const { answer } = killed.app.endpoint;
  let answers = 0;
  killed.app.endpoint.answer = (...received) => {
    if (++answers === 1) answer(...received);
  };
  service.answer = (response, { device }) => {
    if (device === phones[1]!.name) response.writeHead(201).end();
  };
  const recorded = () =>
    killed.sql(
      `select from texts t join mood_choices m on m.id = t.cause_id join asks a on a.id = m.ask where t.status = 'sent'
       union all select from pushes where shown_at is not null`,
    );
  await call();
  const done = async () => [(await recorded()).length, service.received.length];
  await vi.waitFor(async () => expect(await done()).toEqual([2, FRIENDS]), 10_000);
  await killed.kill();
  killed.texts.take();
  service.answer = (response) => response.writeHead(201).end();
  await startAgain();
  expect(texts()).toEqual(times(FRIENDS, 1));
  const tag = `mood-${ada.uid}`;
  expect(tags()).toEqual([[], [tag], [tag, tag], [tag, tag]]);
});

test('killed within the hold after Dark, with the browser closed, and started again: the texts to the chosen friends leave on time, once', async () => {
  await killed.kill();
  await killed.app.start({ UNDO_SECONDS: String(HOLD_MS / 1_000) });
  const from = Date.now();
  await call();
  const { id } = (await ada.get('/api/asks')).body.mine;
  const chosen = friends.slice(0, 2).map(({ uid }) => uid);
  expect((await ada.patch(`/api/asks/${id}`, { chosen })).status).toBe(200);
  await killed.kill();
  await killed.app.start();
  // Friends see nothing before the hold is over, and then the restarted server tells them.
  expect((await grace.get('/api/asks')).body.friends).toEqual([]);
  const browser = await grace.listen();
  expect(texts()).toEqual([]);
  expect(await browser.next('friend-ask')).toMatchObject({ uid: ada.uid, state: 'open' });
  await vi.waitFor(() => expect(texts()).toEqual([1, 1]), { timeout: HOLD_MS + 20_000, interval: 50 });
  expect(Date.now() - from).toBeGreaterThanOrEqual(HOLD_MS);
  await settled();
  expect(texts()).toEqual([1, 1]);
  browser.terminate();
});
