import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client, Member } from '#fixtures/client.ts';
import { hang, PushService, type TestDevice } from '#tests/support/push/push-service.ts';
import { startPushTestServer, write } from '#tests/support/push/push-test-server.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { PUSH_PLACES } from './push-channel.ts';

const FRIENDS = 50;

/** Push services with places of their own. One of them hangs, and its places stay taken for a while. */
const [slow, stuck] = await Promise.all([PushService.open(), PushService.open()]);
afterAll(async () => void (await Promise.all([slow, stuck].map((service) => service.close()))));
const server = await startPushTestServer({ pushHosts: [slow.host, stuck.host], databaseUrl: 'shared' });
const { insertMembers, settled, connectAll } = server;

const people = await insertMembers(FRIENDS + 2);
const [ada, mallory, ...friends] = people as [Member, Member, ...Member[]];
await connectAll(people);
beforeEach(() => ada.choose('Green'));
afterEach(() => slow.clear());

const at = async (service: PushService, who: Client & { uid: string }, name: string): Promise<TestDevice> => {
  const device = service.device(name);
  expect((await who.put(`/api/users/${who.uid}/push`, device.subscription)).status).toBe(200);
  return device;
};

/** Two devices of each of these friends. */
async function twoEach(service: PushService, some: Member[]): Promise<TestDevice[]> {
  const pairs = some.map(async (friend, n) => {
    return Promise.all([
      at(service, friend, `phone ${n}`),
      at(service, await server.newBrowser(friend), `tablet ${n}`),
    ]);
  });
  return (await Promise.all(pairs)).flat();
}

test('a push service that hangs delays no push at another', async () => {
  const held = await twoEach(stuck, friends.slice(1, 41));
  stuck.answer = hang;
  await ada.choose('Dark');
  // All its places are taken.
  await vi.waitFor(() => expect(stuck.received).toHaveLength(PUSH_PLACES.places));
  const phone = await at(server.service, friends[0]!, 'phone');
  await mallory.choose('Purple');
  await vi.waitFor(() => expect(phone.tags()).toEqual([`mood-${mallory.uid}`]));
  expect(held.filter((device) => device.tags().length > 0).length).toBeGreaterThan(0);
});

test('a person with a browser at another node may be reading there', async () => {
  const other = await startOtherNode(server);
  const [grace] = friends as [Member];
  await server.openTab(other.as(grace));
  const phone = await at(slow, grace, 'phone');
  await write(ada, grace);
  await settled();
  expect(await server.stored()).toHaveLength(1);
  await grace.post('/api/messages/read', { sender: ada.uid });
  await server.passTime();
  await settled();
  expect(phone.tags()).toEqual([]);
  await other.stop();
});
