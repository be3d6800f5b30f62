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
  fixture.start({ leaseMs: 400 });
  fixture.start({ leaseMs: 400 });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const leaseEnd = async () =>
    (await fixture.pool.query<{ end: Date }>('select claimed_until as end from text_causes')).rows[0]!.end.getTime();
  const first = await leaseEnd();
  await vi.waitFor(async () => expect(await leaseEnd()).toBeGreaterThan(first + 800));
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
  const { ada, friends } = await causes.circle(15);
  const ids = await causes.messages(ada, friends);
  const answers = holdAnswers();
  const long = { leaseMs: 600_000, backoffBaseMs: 600_000, backoffCapMs: 600_000 };
  const outbox = fixture.start({ ...long, drainMs: 1_000 });
  await vi.waitFor(() => expect(answers).toHaveLength(8));
  const stopped = outbox.stop();
  answers[0]!();
  await stopped;
  expect(await fixture.counts()).toMatchObject({ 'message sent': 1 });
  const tried = fixture.endpoint.received.length;

  fixture.endpoint.answer = status(202);
  fixture.start(long);
  await fixture.settled();
  expect(await fixture.counts()).toEqual({ 'message sent': 15 });
  expect(new Set(fixture.endpoint.keys())).toEqual(new Set(ids));
  expect(fixture.endpoint.received).toHaveLength(tried + 14);
});
