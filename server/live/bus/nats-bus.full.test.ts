import { expect, test } from 'vitest';
import { freePort } from '#fixtures/free-port.ts';
import { explainStartFailure } from '#server/explain-start-failure.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { createNatsBus } from './nats-bus.ts';

test('the error names a NATS server that cannot be reached at start', async () => {
  const listener = { onEvent() {}, onSessionsEnded() {}, onGap() {} };
  const bus = createNatsBus(`nats://127.0.0.1:${await freePort()}`, listener, createTestLog().log);
  const error = await bus.catch((failure: Error) => failure);
  expect(explainStartFailure(error as Error)).toMatch(/^NATS cannot be reached: .*See NATS_URL\.$/);
});
