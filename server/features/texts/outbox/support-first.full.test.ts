import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Causes } from '#tests/support/database/insert-causes.ts';
import { hang, status } from '#tests/support/servers/endpoint.ts';
import { createOutboxFixture, createTestRules } from '#tests/support/servers/outbox.ts';
import type { AdmissionRules } from '../admission/admit-text.ts';

const fixture = await createOutboxFixture();
const causes = new Causes(fixture.pool);

const isSupport = (message: string) => message.includes('support');
const causesLeft = async () => (await causes.left()).map(({ cause }) => cause);
const waitForLeft = (...expected: string[]) => vi.waitFor(async () => expect(await causesLeft()).toEqual(expected));

/** The rules of a node whose budget is open for these causes only. */
function rulesWithBudget(open: ReturnType<AdmissionRules['budget']['openCauses']>) {
  const rules = createTestRules();
  const budget = { ...rules.budget, openCauses: () => open };
  return {
    rules: { ...rules, budget },
    set: (next: typeof open) => {
      budget.openCauses = () => next;
    },
  };
}

test('the texts of a call are the next while a fast gateway sends those of a thousand messages', async () => {
  const FRIENDS = 5;
  const { ada, friends } = await causes.circle(FRIENDS);
  await Promise.all(Array.from({ length: 1_000 }, () => causes.messages(ada, friends.slice(0, 1))));
  let sent = 0;
  let sentAtCall = 0;
  const sentBefore: number[] = [];
  const called = Promise.withResolvers<void>();
  const general = {
    name: 'a fast gateway',
    async send({ message }: { message: string }) {
      sent += 1;
      if (isSupport(message)) sentBefore.push(sent - sentAtCall);
      // Until here its worker reads further and further ahead.
      if (sent === 400) {
        await causes.call(ada);
        sentAtCall = sent;
        outbox.wake();
        called.resolve();
      } else if (sent > 400) {
        await called.promise;
        // It gets slower, so texts that were read ahead wait.
        await pause(5);
      }
      return { providerId: null };
    },
  };
  const outbox = fixture.start({}, { general });
  await waitForLeft();
  expect(await fixture.counts()).toEqual({ 'message sent': 1_000, 'mood sent': FRIENDS });
  expect(sentBefore).toHaveLength(FRIENDS);
  // Some were sent while one look at the database was under way; more than 200 had been read ahead.
  expect(Math.max(...sentBefore)).toBeLessThan(150);
}, 60_000);

test('calls are sent while the texts of messages hang in all their places', async () => {
  const { ada, friends } = await causes.circle(20);
  await causes.messages(ada, friends);
  fixture.endpoint.answer = (...call) => (isSupport(call[1].body.message) ? status(202) : hang)(...call);
  const outbox = fixture.start();
  await vi.waitFor(() => expect(fixture.endpoint.received).toHaveLength(8));
  await causes.call(ada);
  outbox.wake();
  await vi.waitFor(async () => expect(await fixture.counts()).toEqual({ 'mood sent': 20 }));
  await waitForLeft('message');
  expect(fixture.endpoint.received).toHaveLength(28);
});

test('while the day’s budget for messages is used up their causes stay, and calls are sent', async () => {
  const { ada, friends } = await causes.circle(3);
  const { rules, set } = rulesWithBudget(['mood', 'form']);
  await causes.messages(ada, friends);
  await causes.call(ada);
  fixture.start({}, fixture.gateways(), rules);
  await waitForLeft('message');
  expect(await fixture.counts()).toEqual({ 'mood sent': 3 });
  expect(await causes.left()).toMatchObject([{ claims: 0, isClaimed: false }]);

  set(null);
  await waitForLeft();
  expect(await fixture.counts()).toEqual({ 'mood sent': 3, 'message sent': 3 });
});

test('while the whole budget is used up calls stay, too, and are sent before messages afterwards', async () => {
  const { ada, friends } = await causes.circle(3);
  const { rules, set } = rulesWithBudget(['form']);
  await causes.messages(ada, friends);
  await causes.call(ada);
  await fixture.store({});
  fixture.start({ concurrency: 1 }, fixture.gateways(), rules);
  await fixture.waitForCounts({ 'form sent': 1 });
  expect(await causes.left()).toMatchObject([
    { cause: 'mood', claims: 0, ids: null },
    { cause: 'message', claims: 0 },
  ]);

  set(null);
  await waitForLeft();
  const support = fixture.endpoint.received.slice(1).map(({ body }) => isSupport(body.message));
  expect(support).toEqual([true, true, true, false, false, false]);
});

test('messages whose budget is used up half-way keep their cause, and each is sent once', async () => {
  const { ada, friends } = await causes.circle(30);
  const ids = await causes.messages(ada, friends);
  const { rules, set } = rulesWithBudget(null);
  let answers = 0;
  fixture.endpoint.answer = (...call) => {
    if (++answers === 12) set(['mood', 'form']);
    // So that the worker looks at the budget before it has sent them all.
    setTimeout(() => status(202)(...call), 100);
  };
  // A cause that is put back is free when its lease has ended.
  fixture.start({ leaseMs: 500 }, fixture.gateways(), rules);
  await vi.waitFor(() => expect(answers).toBeGreaterThanOrEqual(12));
  await causes.call(ada);
  await vi.waitFor(async () => expect((await fixture.counts())['mood sent']).toBe(30));
  expect(await causes.left()).toMatchObject([{ cause: 'message' }]);
  expect(answers).toBeLessThan(60);

  set(null);
  await waitForLeft();
  expect(
    fixture.endpoint
      .keys()
      .filter((key) => ids.includes(String(key)))
      .sort(),
  ).toEqual(ids.toSorted());
}, 40_000);

test('retries and texts of causes together never take more than their places, so calls still find a free one', async () => {
  const { ada, friends } = await causes.circle(40);
  let inFlight = 0;
  let most = 0;
  const general = {
    name: 'a gateway with another latency for each text',
    async send() {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await pause(inFlight % 5);
      inFlight -= 1;
      return { providerId: null };
    },
  };
  for (let n = 0; n < 10; n++) await causes.messages(ada, friends);
  await fixture.store(...Array.from({ length: 400 }, () => ({ cause: 'message' as const })));
  fixture.start({}, { general });
  await waitForLeft();
  await fixture.waitForCounts({ 'message sent': 800 });
  expect(most).toBeLessThanOrEqual(8);
}, 40_000);
