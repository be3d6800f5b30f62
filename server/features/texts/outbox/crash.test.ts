import { expect, test, vi } from 'vitest';
import { Causes } from '#tests/support/database/insert-causes.ts';
import { status } from '#tests/support/servers/endpoint.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';

const fixture = await createOutboxFixture();
const causes = new Causes(fixture.pool);

/** Collects what ends the calls of the endpoint. */
function holdAnswers(): (() => void)[] {
  const answers: (() => void)[] = [];
  fixture.endpoint.answer = (...call) => void answers.push(() => status(202)(...call));
  return answers;
}

test('the gateway is slower than a lease: another worker sends nothing again', async () => {
  const { ada, friends } = await causes.circle(1);
  const [id] = await causes.messages(ada, friends);
  const answers = holdAnswers();
  const leaseMs = 600_000;
  fixture.start({ leaseMs });
  fixture.start({ leaseMs });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  await fixture.pool.query(`update text_causes set claimed_until = now() + interval '1 minute'`);
  const { now } = performance;
  using _ = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + leaseMs);
  const renewed = `select from text_causes where claimed_until > now() + interval '5 minutes'`;
  await vi.waitFor(async () => expect((await fixture.pool.query(renewed)).rowCount).toBe(1));
  answers[0]!();
  await vi.waitFor(async () => expect(await causes.left()).toEqual([]));
  expect(fixture.endpoint.keys()).toEqual([id]);
});

test('the clock is set back by an hour after a crash during a send: no text waits for that hour', async () => {
  await fixture.store({ status: 'sending', attempts: 1, next_attempt_at: new Date(Date.now() + 61 * 60 * 1000) });
  const { ada, friends } = await causes.circle(1);
  await causes.messages(ada, friends);
  await fixture.pool.query(`update text_causes set claims = 1, claimed_until = now() + interval '61 minutes'`);
  fixture.start();
  await fixture.waitForCounts({ 'form sent': 1, 'message sent': 1 });
});

test('a text that is cancelled while it is being sent stays cancelled', async () => {
  fixture.endpoint.answer = async (...call) => {
    await fixture.db.updateTable('texts').set({ status: 'cancelled' }).execute();
    status(503)(...call);
  };
  await fixture.store({});
  fixture.start();
  await fixture.settled();
  expect(await fixture.statuses()).toEqual(['cancelled']);
  expect(fixture.endpoint.received).toHaveLength(1);
});

test('a stop waits a little for sends in flight, and leaves all other texts to the next worker', async () => {
  const { ada, friends } = await causes.circle(30);
  const ids = await causes.messages(ada, friends);
  const inFlight = holdAnswers();
  const long = { leaseMs: 600_000, backoffBaseMs: 600_000, backoffCapMs: 600_000 };
  const patient = fixture.start({ ...long, drainMs: 600_000 });
  await vi.waitFor(() => expect(inFlight).toHaveLength(8));
  const stopped = patient.stop();
  // A claim that was under way may fill the places once more.
  fixture.endpoint.answer = status(202);
  for (const answer of inFlight) answer();
  await stopped;
  const sent = fixture.endpoint.received.length;
  expect(sent).toBeLessThanOrEqual(16);
  expect(await fixture.counts()).toEqual({ 'message sent': sent });

  const unanswered = holdAnswers();
  const impatient = fixture.start(long);
  await vi.waitFor(() => expect(unanswered).toHaveLength(8));
  await impatient.stop();

  fixture.endpoint.answer = status(202);
  fixture.start(long);
  await fixture.settled();
  expect(await fixture.counts()).toEqual({ 'message sent': 30 });
  expect(new Set(fixture.endpoint.keys())).toEqual(new Set(ids));
  expect(fixture.endpoint.received).toHaveLength(30 + 8);
});
