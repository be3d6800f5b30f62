import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#fixtures/free-port.ts';
import { hasNats, startNats, type TestNats } from '#fixtures/nats.ts';
import { explainStartFailure } from '#server/explain-start-failure.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { openStalledProxy } from '#tests/support/servers/stalled-proxy.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { createNatsBus } from './nats-bus.ts';

// CI installs nats-server. Without it only the bus over PostgreSQL is tested.
const withNats = test.skipIf(!hasNats() && !process.env.CI);

let nats: TestNats;
beforeAll(async () => {
  if (hasNats() || process.env.CI) nats = await startNats();
});
afterAll(() => nats?.kill());

withNats('a socket opens only after its subscription is active', async () => {
  const first = await startTestServer({ databaseUrl: 'shared', natsUrl: nats.url });
  const proxy = await openStalledProxy(nats.url);
  const second = await startOtherNode(first, { natsUrl: proxy.url });
  const [ada, grace] = [await first.signUp(), await first.signUp()];
  await ada.connect(grace);

  proxy.stall();
  const afar = second.as(grace);
  let isOpen = false;
  const opening = afar.listen().finally(() => {
    isOpen = true;
  });
  // The subscription is pending, and this node answers other calls meanwhile.
  await vi.waitFor(() => expect(proxy.buffered()).toContain(grace.uid));
  for (let calls = 0; calls < 5; calls++)
    expect((await afar.get(`/api/users/${grace.uid}/connections`)).status).toBe(200);
  expect(isOpen).toBe(false);

  proxy.resume();
  const browser = await opening;
  const { body } = await ada.choose('Dark');
  expect((await browser.next('mood')).chosenAt).toBe(body.chosenAt);
  await second.stop();
  await proxy.close();
});

test('the error names a NATS server that cannot be reached at start', async () => {
  const listener = { onEvent() {}, onSessionsEnded() {}, onGap() {} };
  const bus = createNatsBus(`nats://127.0.0.1:${await freePort()}`, listener, createTestLog().log);
  const error = await bus.catch((failure: Error) => failure);
  expect(explainStartFailure(error as Error)).toMatch(/^NATS cannot be reached: .*See NATS_URL\.$/);
});
