import { expect, test, vi } from 'vitest';
import { Causes } from '#tests/support/database/insert-causes.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';

const fixture = await createOutboxFixture();
const causes = new Causes(fixture.pool);

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
