import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';
import { recordSaid } from '../stops/text-stops.ts';

vi.mock(import('node:timers/promises'), { spy: true });

const fixture = await createOutboxFixture();

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
