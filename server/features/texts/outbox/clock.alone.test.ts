import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { status } from '#tests/support/servers/endpoint.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';
import { recordSaid } from '../stops/text-stops.ts';

vi.mock(import('node:timers/promises'), { spy: true });

const fixture = await createOutboxFixture();
afterEach(() => void vi.useRealTimers());

test.each([-1, 1])(
  'on a node whose clock is %i hour off, a text is sent no more often than its retries allow',
  async (hours) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    const answers: ReturnType<typeof status>[] = [
      status(500),
      status(503),
      // biome-ignore lint/plugin: an endpoint that takes longer than many polls of the outbox
      (...call) => void setTimeout(() => status(202)(...call), 500),
    ];
    fixture.endpoint.answer = (...call) => answers.shift()!(...call);
    await fixture.store({});
    fixture.start();
    fixture.start();
    await fixture.waitForCounts({ 'form sent': 1 });
    expect(fixture.endpoint.received).toHaveLength(3);
  },
);

test('a code to a phone that texted STOP takes as long as one that is sent, also right after a start', async () => {
  const outbox = fixture.start();
  const phone = '+14155550177';
  await recordSaid(fixture.pool, { phone, stopped: true });
  vi.mocked(pause).mockClear();
  await outbox.sendCode(phone, '123456');
  const [waited] = vi.mocked(pause).mock.calls.map(([ms]) => ms);
  expect(waited).toBeGreaterThanOrEqual(400);
  expect(waited).toBeLessThanOrEqual(600);
  expect(fixture.endpoint.received).toEqual([]);
});
