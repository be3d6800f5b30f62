import { expect, test, vi } from 'vitest';
import { Causes } from '#tests/support/database/insert-causes.ts';
import { status } from '#tests/support/servers/endpoint.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';

const fixture = await createOutboxFixture();
const causes = new Causes(fixture.pool);

const calls = (count: number) => Array.from({ length: count }, () => ({ cause: 'mood' as const }));

/** Moves all stored times instead of the clock. */
const clockIsSet = (by: string) =>
  fixture.pool.query(
    'update texts set created_at = created_at - $1::interval, next_attempt_at = next_attempt_at - $1',
    [by],
  );

const waitForAll = (expected: string) =>
  vi.waitFor(async () => expect(new Set(await fixture.statuses())).toEqual(new Set([expected])));

test.each(['1 hour', '-1 hour'])(
  'the clock is set by %s while texts are being sent: none is sent again',
  async (by) => {
    const answers: (() => void)[] = [];
    fixture.endpoint.answer = (...call) => void answers.push(() => status(202)(...call));
    const ids = await fixture.store(...calls(7));
    const outbox = fixture.start();
    await vi.waitFor(() => expect(fixture.endpoint.received).toHaveLength(7));
    await clockIsSet(by);

    // A new text still gets a free place.
    const [last] = await fixture.store({ cause: 'mood' });
    outbox.wake();
    await vi.waitFor(() => expect(fixture.endpoint.keys()).toContain(last));
    for (const answer of answers) answer();
    await waitForAll('sent');
    expect(fixture.endpoint.keys().sort()).toEqual([...ids, last].sort());
  },
);

test('the clock is set back by an hour while texts wait for a retry: they do not wait an hour longer', async () => {
  let failures = 0;
  fixture.endpoint.answer = (...call) => status(failures++ < 7 ? 500 : 202)(...call);
  const pause = 5 * 60 * 1000;
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const ids = await fixture.store(...calls(7));
  fixture.start({ backoffBaseMs: pause, backoffCapMs: pause });
  await waitForAll('queued');
  await vi.waitFor(async () => expect((await fixture.texts()).every(({ last_error }) => last_error)).toBe(true));
  expect(fixture.endpoint.received).toHaveLength(7);
  await clockIsSet('-1 hour');
  await waitForAll('sent');
  expect(fixture.endpoint.keys().sort()).toEqual([...ids, ...ids].sort());
  vi.restoreAllMocks();
});

test('the clock is set back by an hour after a crash during a send: no text waits for that hour', async () => {
  await fixture.store({ status: 'sending', attempts: 1, next_attempt_at: new Date(Date.now() + 61 * 60 * 1000) });
  const { ada, friends } = await causes.circle(1);
  await causes.messages(ada, friends);
  await fixture.pool.query(`update text_causes set claims = 1, claimed_until = now() + interval '61 minutes'`);
  fixture.start();
  await fixture.waitForCounts({ 'form sent': 1, 'message sent': 1 });
});

test('the longest delay that gateways may ask for is not cut short', async () => {
  await fixture.store({ message: 'waits', attempts: 3, next_attempt_at: new Date(Date.now() + 15 * 60 * 1000) });
  fixture.start();
  await fixture.store({ message: 'goes' });
  await vi.waitFor(() => expect(fixture.endpoint.received).toHaveLength(1));
  expect(await fixture.statuses()).toEqual(['queued', 'sent']);
});
