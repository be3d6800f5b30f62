import { expect, test, vi } from 'vitest';
import { status } from '#tests/support/servers/endpoint.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';

const fixture = await createOutboxFixture();

/** Collects what ends the calls of the endpoint. */
function holdAnswers(): (() => void)[] {
  const answers: (() => void)[] = [];
  fixture.endpoint.answer = (...call) => void answers.push(() => status(202)(...call));
  return answers;
}

test('the clock is set back by an hour after a crash during a send: no text waits for that hour', async () => {
  await fixture.store({ status: 'sending', attempts: 1, next_attempt_at: new Date(Date.now() + 61 * 60 * 1000) });
  fixture.start();
  await fixture.waitForCounts({ 'form sent': 1 });
});

test('a text that is cancelled while it is being sent stays cancelled', async () => {
  fixture.endpoint.answer = async (...call) => {
    await fixture.pool.query(`update texts set status = 'cancelled'`);
    status(503)(...call);
  };
  await fixture.store({});
  fixture.start();
  await fixture.settled();
  expect(await fixture.counts()).toEqual({ 'form cancelled': 1 });
  expect(fixture.endpoint.received).toHaveLength(1);
});

test('a stop waits a little for sends in flight, and leaves all other texts to the next worker', async () => {
  const ids = await fixture.store(...Array.from({ length: 30 }, () => ({ cause: 'message' as const })));
  const inFlight = holdAnswers();
  const long = { leaseMs: 600_000, backoffBaseMs: 600_000, backoffCapMs: 600_000 };
  const patient = fixture.start({ ...long, drainMs: 600_000 });
  await vi.waitFor(() => expect(inFlight).toHaveLength(8));
  const stopped = patient.stop();
  for (const answer of inFlight) answer();
  await stopped;
  expect(await fixture.counts()).toEqual({ 'message sent': 8, 'message queued': 22 });

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
