import { randomUUID } from 'node:crypto';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#fixtures/free-port.ts';
import { hasNats, startNats, type TestNats } from '#fixtures/nats.ts';
import { explainStartFailure } from '#server/explain-start-failure.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { openStalledProxy } from '#tests/support/servers/stalled-proxy.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import type { Bus } from './bus.ts';
import { createNatsBus } from './nats-bus.ts';

// CI installs nats-server. Without it only the bus over PostgreSQL is tested.
const withNats = test.skipIf(!hasNats() && !process.env.CI);

let nats: TestNats;
const running: Bus[] = [];
beforeAll(async () => {
  if (hasNats() || process.env.CI) nats = await startNats();
});
afterEach(async () => {
  for (const bus of running.splice(0)) await bus.close();
});
afterAll(() => nats?.kill());

/** A node's bus, and the events that it received. */
async function join(url = nats.url) {
  const published: string[] = [];
  const listener = {
    onEvent: vi.fn((_, event: () => string) => void published.push(event())),
    onSessionsEnded: vi.fn(),
    onGap: vi.fn(),
  };
  const bus = await createNatsBus(url, listener, createTestLog().log);
  running.push(bus);
  return { bus, published, ...listener };
}

withNats('a node receives the events of people that it subscribed to, and no others', async () => {
  const [one, other] = [await join(), await join()];
  const [ada, grace, alan] = [randomUUID(), randomUUID(), randomUUID()];
  await other.bus.subscribe(ada);
  await other.bus.subscribe(grace);
  one.bus.publish([alan], () => 'for Alan');
  one.bus.publish([ada, alan], () => 'for two');
  one.bus.publish([grace], () => 'for Grace');
  await vi.waitFor(() => expect(other.published).toEqual(['for two', 'for Grace']));
});

withNats('an event is sent only while a person that it is for has a socket on another node', async () => {
  const witness = await connect({ servers: nats.url });
  const heard: string[] = [];
  witness.subscribe('moodring.person.*', { callback: (_, message) => void heard.push(message.string()) });
  await witness.flush();
  const [one, other] = [await join(), await join()];
  const [ada, grace] = [randomUUID(), randomUUID()];
  await Promise.all([one.bus.subscribe(ada), other.bus.subscribe(grace)]);
  one.bus.publish([ada, randomUUID()], () => 'for nobody there');
  one.bus.publish([ada, grace], () => 'for Grace');
  await vi.waitFor(() => expect(other.published).toEqual(['for Grace']));
  await vi.waitFor(() => expect(heard).toEqual(['for Grace']));
  await witness.close();
});

withNats('ended sessions reach the other nodes', async () => {
  const [one, other] = [await join(), await join()];
  one.bus.publishSessionsEnded('ada');
  await vi.waitFor(() => expect(other.onSessionsEnded.mock.calls).toEqual([['ada']]));
});

withNats('a subscription lasts until a person’s last socket closes, and begins again with the next one', async () => {
  const [one, other] = [await join(), await join()];
  const [ada, witness] = [randomUUID(), randomUUID()];
  await other.bus.subscribe(witness);
  const say = async (text: string) => {
    for (const uid of [ada, witness]) one.bus.publish([uid], () => `${text}${uid === ada ? '' : '.'}`);
    await vi.waitFor(() => expect(other.published.at(-1)).toBe(`${text}.`));
    return other.published.splice(0);
  };
  await Promise.all([1, 2].map(() => other.bus.subscribe(ada)));
  expect(await say('both')).toEqual(['both', 'both.']);
  other.bus.unsubscribe(ada);
  expect(await say('one')).toEqual(['one', 'one.']);
  other.bus.unsubscribe(ada);
  // NATS handles commands in order: after a later subscription the earlier end is effective.
  await other.bus.subscribe(randomUUID());
  expect(await say('none')).toEqual(['none.']);
  await other.bus.subscribe(ada);
  expect(await say('again')).toEqual(['again', 'again.']);
});

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

withNats('while NATS is away sockets open all the same, and get a refetch when it is back', async () => {
  const first = await startTestServer({ databaseUrl: 'shared', natsUrl: nats.url });
  const second = await startOtherNode(first);
  const [ada, grace] = [await first.signUp(), await first.signUp()];
  await ada.connect(grace);
  await nats.kill();
  const browser = await second.as(grace).listen();
  await ada.choose('Dark');
  await nats.start();
  await browser.next('refetch');
  await expect
    .poll(async () => {
      await ada.choose('Yellow');
      return (await browser.everything()).some((event) => event.type === 'mood');
    })
    .toBe(true);
  await second.stop();
});

test('the error names a NATS server that cannot be reached at start', async () => {
  const error = await join(`nats://127.0.0.1:${await freePort()}`).catch((failure: Error) => failure);
  expect(explainStartFailure(error as Error)).toMatch(/^NATS cannot be reached: .*See NATS_URL\.$/);
});
